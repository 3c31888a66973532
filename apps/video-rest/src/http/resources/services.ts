import type { VideoConfiguration } from '../../config.ts';
import type { VideoDeps } from '../../videos/video-deps.ts';
import type { MediaUrls } from '../media/media-urls.ts';

/** What the resources work with. */
export interface Services extends VideoDeps {
  media: MediaUrls;
  /** What it says for all records of Dublin Core. */
  configuration: Pick<VideoConfiguration, 'titleEtb' | 'defaultDcCoverage' | 'defaultDcRights'>;
}
