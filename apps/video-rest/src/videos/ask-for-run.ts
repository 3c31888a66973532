import { countQueuedBesides } from '../data/encoding-queue.ts';
import { addEncoding, findActiveEncoding } from '../data/encodings.ts';
import type { Transaction } from '../data/open-database.ts';
import { encodeQueue } from './encode-queue.ts';
import type { EncodingPriority } from './encoding-priorities.ts';
import { QueueError } from './queue-error.ts';
import type { VideoDeps } from './video-deps.ts';

/**
 * Asks for a run of the encoder inside the transaction that has locked the video. While one is asked for or at work
 * there is no second.
 *
 * @throws QueueError  `owner_has_enough`
 */
export async function askForRun(
  tx: Transaction,
  { jobs, queueLimits: { queuedPerOwner } }: Pick<VideoDeps, 'jobs' | 'queueLimits'>,
  { videoId, priority }: { videoId: number; priority?: EncodingPriority | undefined },
): Promise<void> {
  if ((await findActiveEncoding(tx, videoId)) !== null) return;
  if (queuedPerOwner > 0 && (await countQueuedBesides(tx, videoId)) >= queuedPerOwner)
    throw new QueueError('owner_has_enough', { limit: queuedPerOwner });
  const encodingId = await addEncoding(tx, videoId, { priority });
  await jobs.send(tx, encodeQueue, { encodingId });
}
