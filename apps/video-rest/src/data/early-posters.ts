/** The poster of a video of which nothing is on air yet. */
import { sql } from '@campus/database';
import type { Transaction } from './open-database.ts';

/** The name of its file in the folder of the video; null: there is none. */
export async function findEarlyPoster(db: Transaction, videoId: number): Promise<string | null> {
  const video = await db.video.findUnique({ where: { id: videoId }, select: { earlyPoster: true } });
  return video?.earlyPoster ?? null;
}

/**
 * Shows one that was taken out of this source; not when the video has another by now.
 *
 * @param poster.into  takes the file into the folder of the video, which is locked, and gives its name there
 */
export async function showEarlyPoster(
  tx: Transaction,
  {
    videoId,
    sourceFile,
    into,
  }: { videoId: number; sourceFile: string; into(tx: Transaction, id: number): Promise<string> },
): Promise<void> {
  const rows = await sql`
    select 1 from videos
    where id = ${videoId} and source_file = ${sourceFile} and encoding_id is null for update`.rows(tx);
  if (rows.length === 0) return;
  const earlyPoster = await into(tx, videoId);
  await tx.video.update({ where: { id: videoId }, data: { earlyPoster }, select: { id: true } });
}
