import type { Jobs } from '@campus/jobs';
import type { Turns } from '@campus/service';
import type { Database } from '../data/open-database.ts';
import type { MediaTools } from '../ffmpeg/open-media-tools.ts';
import type { Storage } from '../storage/open-storage.ts';
import type { Quotas } from './quotas.ts';

/** A file that waits, complete and synced: on disk, or among those that have grown in pieces, where it stays too. */
export type UploadedFile = { size: number } & ({ path: string } | { grown: string });

/** How much of the queue of encodings one owner may have; 0: as much as they ask for. */
export interface QueueLimits {
  runningPerOwner: number;
  queuedPerOwner: number;
}

/** What the use cases of videos work with. */
export interface VideoDeps {
  db: Database;
  jobs: Jobs;
  storage: Storage;
  tools: MediaTools;
  /** At examining uploads. */
  probes: Turns;
  /** At decoding images. */
  images: Turns;
  queueLimits: QueueLimits;
  quotas: Quotas;
  /** Whether a source is encoded at once where nobody says. */
  encodeOnUpload: boolean;
  now: () => Date;
  /** Of the instance. */
  timeZone: string;
  /** Of a video whose language nobody names, two letters. */
  language: string;
}
