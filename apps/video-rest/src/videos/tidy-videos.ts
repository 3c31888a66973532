import type { Jobs, Queue } from '@campus/jobs';
import type { Storage } from '../storage/open-storage.ts';

/** Asks to remove what a video's folder holds and nothing refers to any more. */
export const tidyQueue: Queue<{ videoId: number }> = { name: 'tidy-video-folder', expireInSeconds: 15 * 60 };

/** Removes in this process what is asked for. */
export function startTidying({ jobs, storage }: { jobs: Jobs; storage: Storage }): Promise<void> {
  return jobs.work(tidyQueue, 1, ({ videoId }) => storage.tidyFolder({ table: 'videos', id: videoId }));
}
