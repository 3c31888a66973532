// video.js without its own HLS, as a module: the file of its makers gives itself to the window.

import './video-js-settings.js';
import './video.core.js';

const { videojs } = window;

export default videojs;
