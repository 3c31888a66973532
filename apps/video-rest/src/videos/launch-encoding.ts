import { addEncoding, findActiveEncoding } from '../data/encodings.ts';
import { lockVideo } from '../data/videos.ts';
import { encodeQueue } from './encode-queue.ts';
import type { VideoDeps } from './video-deps.ts';

/**
 * Asks for a run of the encoder. While one is asked for or at work there is no second; after the end of one
 * the video is encoded again, and what is on air stays until the new outputs are whole.
 */
export async function launchEncoding(
  { db, jobs }: Pick<VideoDeps, 'db' | 'jobs'>,
  videoId: number,
): Promise<void> {
  await db.prisma.$transaction(async (tx) => {
    if (!(await lockVideo(tx, videoId))) return;
    if ((await findActiveEncoding(tx, videoId)) !== null) return;
    const encodingId = await addEncoding(tx, videoId);
    await jobs.send(tx, encodeQueue, { encodingId });
  });
}
