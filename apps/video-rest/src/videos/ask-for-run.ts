import { countQueuedOf, lockOwnerOf } from '../data/encoding-queue.ts';
import { addEncoding, findActiveEncoding } from '../data/encodings.ts';
import type { Transaction } from '../data/open-database.ts';
import type { EncodingPriority } from '../domain/encoding-states.ts';
import { encodeQueue } from './encode-queue.ts';
import type { QueueLimits, VideoDeps } from './video-deps.ts';
import { VideoError } from './video-error.ts';

type AskDeps = Pick<VideoDeps, 'jobs' | 'queueLimits'>;

/**
 * Asks for a run of the encoder inside the transaction that has locked the video. While one is asked for or at work
 * there is no second.
 *
 * @throws VideoError  `owner_has_enough`
 */
export async function askForRun(
  tx: Transaction,
  { jobs, queueLimits }: AskDeps,
  { videoId, priority }: { videoId: number; priority?: EncodingPriority | undefined },
): Promise<void> {
  if ((await findActiveEncoding(tx, videoId)) !== null) return;
  if (queueLimits.queuedPerOwner > 0) {
    const ownerId = await lockOwnerOf(tx, videoId);
    if (ownerId !== undefined) await requireRoomInQueue(tx, queueLimits, { ownerId, videoId });
  }
  const encodingId = await addEncoding(tx, videoId, { priority });
  await jobs.send(tx, encodeQueue, { encodingId });
}

/**
 * The same for a source that has just come: it is worth more than its turn, and stays without a run where its owner has
 * as many waiting as may.
 */
export async function askForRunOfUpload(tx: Transaction, deps: AskDeps, videoId: number): Promise<void> {
  try {
    await askForRun(tx, deps, { videoId });
  } catch (error) {
    if (!(error instanceof VideoError)) throw error;
  }
}

/**
 * Makes sure that a video of this owner, a new one where it has no id, could be queued now.
 *
 * @throws VideoError  `owner_has_enough`
 */
export async function requireRoomInQueue(
  db: Transaction,
  { queuedPerOwner }: QueueLimits,
  { ownerId, videoId }: { ownerId: number; videoId: number | undefined },
): Promise<void> {
  if (queuedPerOwner === 0) return;
  if ((await countQueuedOf(db, { ownerId, besides: videoId })) >= queuedPerOwner)
    throw new VideoError('owner_has_enough', { limit: queuedPerOwner });
}
