import type { Jobs } from '@campus/jobs';
import type { Storage } from '../storage/open-storage.ts';
import { tidyQueue } from './tidy-queue.ts';

/** Removes in this process what is asked for. */
export function startTidying({ jobs, storage }: { jobs: Jobs; storage: Storage }): Promise<void> {
  return jobs.work(tidyQueue, 1, ({ videoId }) => storage.tidyVideoFolder(videoId));
}
