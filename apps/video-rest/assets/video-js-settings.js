// What video.js asks the window for as it is loaded: the policy of our pages refuses the style elements it would add.

window.VIDEOJS_NO_DYNAMIC_STYLE = true;
