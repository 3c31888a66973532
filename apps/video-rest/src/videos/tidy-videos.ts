import type { Jobs, Queue } from '@campus/jobs';
import { forgetTasks } from '../data/encoding-tasks.ts';
import type { Database } from '../data/open-database.ts';
import type { Storage } from '../storage/open-storage.ts';

/** Asks to remove what a video's folder holds and nothing refers to any more, with the tasks of runs that are over. */
export const tidyQueue: Queue<{ videoId: number }> = { name: 'tidy-video-folder', expireInSeconds: 15 * 60 };

/** Removes in this process what is asked for. */
export function startTidying(deps: {
  db: Pick<Database, 'prisma'>;
  jobs: Jobs;
  storage: Storage;
}): Promise<void> {
  const { db, jobs, storage } = deps;
  return jobs.work(tidyQueue, 1, async ({ videoId }) => {
    await forgetTasks(db.prisma, videoId);
    await storage.tidyFolder({ table: 'videos', id: videoId });
  });
}
