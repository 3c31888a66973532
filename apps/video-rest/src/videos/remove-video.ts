import { deleteVideo } from '../data/videos.ts';
import { tidyQueue } from './tidy-videos.ts';
import type { VideoDeps } from './video-deps.ts';

/**
 * Removes a video; false when it has vanished. A running encoding ends with its next report, and the files go
 * after the commit, by a job that survives a crash.
 */
export function removeVideo({ db, jobs }: Pick<VideoDeps, 'db' | 'jobs'>, videoId: number): Promise<boolean> {
  return db.prisma.$transaction(async (tx) => {
    if (!(await deleteVideo(tx, videoId))) return false;
    await jobs.send(tx, tidyQueue, { videoId });
    return true;
  });
}
