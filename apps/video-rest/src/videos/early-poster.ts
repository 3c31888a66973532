import { syncFile } from '@campus/service';
import { findEarlyPoster, showEarlyPoster } from '../data/early-posters.ts';
import type { EncodingPlan } from '../ffmpeg/plan-encoding.ts';
import { takePoster } from '../ffmpeg/take-poster.ts';
import type { VideoDeps } from './video-deps.ts';

/**
 * Gives a video of which nothing is on air a poster, while the encoder is at work; what goes on air has its own.
 *
 * @throws StorageError
 * @throws the reason of `signal`
 */
export async function giveEarlyPoster(
  { db, storage, tools }: Pick<VideoDeps, 'db' | 'storage' | 'tools'>,
  {
    videoId,
    sourceFile,
    source,
    plan,
    threads,
    signal,
  }: {
    videoId: number;
    sourceFile: string;
    source: string;
    plan: EncodingPlan;
    threads: number;
    signal: AbortSignal;
  },
): Promise<void> {
  if ((await findEarlyPoster(db.prisma, videoId)) !== null) return;
  const folder = await storage.makeTemporaryFolder();
  try {
    const temporaryFile = await takePoster(tools, { source, folder, threads, plan, signal });
    if (temporaryFile === null) return;
    await syncFile(temporaryFile);
    await storage.place(async (place) => {
      const { into } = await place.piece({ temporaryFile, extension: 'jpg' });
      await db.prisma.$transaction((tx) => showEarlyPoster(tx, { videoId, sourceFile, into }));
    });
  } finally {
    await storage.removeTemporary(folder);
  }
}
