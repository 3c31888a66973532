import { sql } from '@campus/database';
import type { Prisma } from '../../generated/client.ts';
import { refuseConflicts } from './conflicts.ts';
import type { Database, Transaction } from './open-database.ts';

/** A key that somebody shows at the page of a video; of it only the hash is known. */
interface PresentedShare {
  videoId: number;
  keyHash: string;
  now: Date;
}

/** Gives the id of a new share link, and the slug of its video. @throws VanishedError  the video is not there any more */
export async function addShareLink(
  tx: Transaction,
  link: Prisma.ShareLinkUncheckedCreateInput,
): Promise<{ id: number; slug: string }> {
  const select = { id: true, video: { select: { slug: true } } };
  const { id, video } = await refuseConflicts(() => tx.shareLink.create({ data: link, select }));
  return { id, slug: video.slug };
}

/** How many share links a video has, ended ones too. */
export function countShareLinks(tx: Transaction, videoId: number): Promise<number> {
  return sql`select from share_links where video_id = ${videoId}`.run(tx);
}

/** Whether a key opens the video now. */
export async function isShared(
  { pool }: Pick<Database, 'pool'>,
  { videoId, keyHash, now }: PresentedShare,
): Promise<boolean> {
  const rows = await sql`
      select 1 from share_links
      where key_hash = ${keyHash} and video_id = ${videoId} and expires_at > ${now}`.rows(pool);
  return rows.length > 0;
}

/** Counts an opening of the page by a key. */
export async function noteShareUse(
  { pool }: Pick<Database, 'pool'>,
  { videoId, keyHash, now }: PresentedShare,
): Promise<void> {
  await sql`
    update share_links set uses = uses + 1, last_used_at = ${now}
    where key_hash = ${keyHash} and video_id = ${videoId} and expires_at > ${now}`.run(pool);
}
