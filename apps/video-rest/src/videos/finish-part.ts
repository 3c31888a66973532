import type { ClaimedEncoding } from '../data/encoding-queue.ts';
import { finishTask, isReadyToJoin, type TaskResult } from '../data/encoding-tasks.ts';
import type { Transaction } from '../data/open-database.ts';
import { ring } from './encode-queue.ts';
import { NoLongerOurs } from './unit-of-work.ts';
import type { VideoDeps } from './video-deps.ts';

/** What parts of runs work with. */
export type PartDeps = Pick<VideoDeps, 'db' | 'jobs' | 'storage' | 'tools' | 'now'>;

/**
 * Ends a part with what it gave, and calls somebody to join it with others when it was the last of them. The video is
 * locked, so that one of two that end at once is the last.
 *
 * @throws NoLongerOurs
 */
export async function finishPart(
  tx: Transaction,
  { jobs }: PartDeps,
  { claimed: { hold, encodingId }, result }: { claimed: ClaimedEncoding; result: TaskResult },
): Promise<void> {
  if (!(await finishTask(tx, hold, result))) throw new NoLongerOurs();
  if (await isReadyToJoin(tx, encodingId)) await ring(tx, jobs, 1);
}
