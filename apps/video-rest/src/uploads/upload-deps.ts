import type { UploadLocks } from '../data/upload-locks.ts';
import type { Figures } from '../figures.ts';
import type { VideoDeps } from '../videos/video-deps.ts';

/** What the use cases of uploads in pieces work with. */
export interface UploadDeps extends VideoDeps {
  uploadLocks: UploadLocks;
  figures: Pick<Figures, 'received'>;
  /** Of one file. */
  maxUploadBytes: number;
}
