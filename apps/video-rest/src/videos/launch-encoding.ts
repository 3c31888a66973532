import { cancelEncoding as cancelRun } from '../data/encodings.ts';
import { lockVideo } from '../data/videos.ts';
import type { EncodingPriority } from '../domain/encoding-states.ts';
import { askForRun } from './ask-for-run.ts';
import { tidyQueue } from './tidy-videos.ts';
import type { VideoDeps } from './video-deps.ts';

/**
 * Asks for a run of the encoder. While one is asked for or at work there is no second; after the end of one
 * the video is encoded again, and what is on air stays until the new outputs are whole.
 *
 * @throws VideoError  `owner_has_enough`
 */
export async function launchEncoding(
  deps: Pick<VideoDeps, 'db' | 'jobs' | 'queueLimits'>,
  videoId: number,
  { priority }: { priority?: EncodingPriority } = {},
): Promise<void> {
  await deps.db.prisma.$transaction(async (tx) => {
    if (await lockVideo(tx, videoId)) await askForRun(tx, deps, { videoId, priority });
  });
}

/**
 * Ends a run of the encoder that is asked for or at work; false when it is over already.
 *
 * The state changes at once. A worker that has it notices with its next note of progress (`whileNoting`, about a
 * second), kills ffmpeg and removes what was made; one that dies before that leaves it to the sweep of the media
 * folder, and whoever takes the job up then finds nothing to do. What is on air stays, and another run may be
 * launched.
 */
export function cancelEncoding(
  { db, jobs, now }: Pick<VideoDeps, 'db' | 'jobs' | 'now'>,
  encodingId: number,
): Promise<boolean> {
  return db.prisma.$transaction(async (tx) => {
    const run = await cancelRun(tx, { id: encodingId, now: now() });
    // Parts that were made of it.
    if (run !== null) await jobs.send(tx, tidyQueue, run);
    return run !== null;
  });
}
