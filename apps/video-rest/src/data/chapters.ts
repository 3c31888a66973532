import { sql } from '@campus/database';
import type { Database } from './open-database.ts';
import { lockVideo } from './videos.ts';

/** Where a part of a video begins, and what it is called. */
export type ChapterStart = { startSeconds: number; title: string };

/**
 * Adds chapters to a video, all of them or none, while nobody else changes its chapters.
 *
 * @param choose  gives those to add beside what is there, of which it is told so many; what it throws adds none
 * @returns false when there is no such video any more
 */
export async function addChapters(
  { prisma }: Pick<Database, 'prisma'>,
  { videoId, limit }: { videoId: number; limit: number },
  choose: (there: ChapterStart[]) => ChapterStart[],
): Promise<boolean> {
  return prisma.$transaction(async (tx) => {
    if (!(await lockVideo(tx, videoId))) return false;
    const there = await sql<ChapterStart>`
      select start_seconds, title from chapters where video_id = ${videoId}
      order by start_seconds, id limit ${limit}`.rows(tx);
    await tx.chapter.createMany({ data: choose(there).map((chapter) => ({ videoId, ...chapter })) });
    return true;
  });
}
