import { cancelEncoding as cancelRun } from '../data/encodings.ts';
import type { VideoDeps } from './video-deps.ts';

/**
 * Ends a run of the encoder that is asked for or at work; false when it is over already.
 *
 * The state changes at once. A worker that has it notices with its next note of progress (`whileNoting`, about a
 * second), kills ffmpeg and removes what was made; one that dies before that leaves it to the sweep of the media
 * folder, and whoever takes the job up then finds nothing to do. What is on air stays, and another run may be
 * launched.
 */
export function cancelEncoding(
  { db, now }: Pick<VideoDeps, 'db' | 'now'>,
  encodingId: number,
): Promise<boolean> {
  return cancelRun(db.prisma, { id: encodingId, now: now() });
}
