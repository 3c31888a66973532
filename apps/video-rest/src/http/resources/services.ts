import type { VideoDeps } from '../../videos/video-deps.ts';
import type { MediaUrls } from '../media/media-urls.ts';

/** What the resources work with. */
export interface Services extends VideoDeps {
  media: MediaUrls;
}
