/**
 * Addresses that open one video to whoever has them, draft or not, until they expire or are revoked. The key in such an
 * address is kept as its hash alone, so that nobody reads it out of the database.
 */
import { createHash, randomBytes } from 'node:crypto';
import { addShareLink, countShareLinks, isShared, noteShareUse } from '../data/share-links.ts';
import { lockVideo } from '../data/videos.ts';
import type { VideoDeps } from './video-deps.ts';
import { VideoError } from './video-error.ts';

/** What may be asked for, and how long it lasts when nobody says so. */
export const shareLinkLimits = { perVideo: 100, lastsDays: 30 };

const dayMs = 24 * 60 * 60_000;

type ShareDeps = Pick<VideoDeps, 'db' | 'now'>;

/**
 * Makes a share link.
 *
 * @param link.expiresAt  absent: in 30 days
 * @returns the id, the slug of the video, and the key, 40 hexadecimal digits, which is known to nobody afterwards
 * @throws VideoError  `too_many_share_links`, ended ones counted; VanishedError  the video is not there any more
 */
export async function createShareLink(
  { db, now }: ShareDeps,
  link: { videoId: number; label?: string; expiresAt?: Date },
): Promise<{ id: number; slug: string; key: string }> {
  const { videoId, label, expiresAt = new Date(now().getTime() + shareLinkLimits.lastsDays * dayMs) } = link;
  const key = randomBytes(20).toString('hex');
  return db.prisma.$transaction(async (tx) => {
    // Those who make one at the same time are counted one after the other.
    await lockVideo(tx, videoId);
    const { perVideo } = shareLinkLimits;
    if ((await countShareLinks(tx, videoId)) >= perVideo)
      throw new VideoError('too_many_share_links', { limit: perVideo });
    return { ...(await addShareLink(tx, { videoId, label, expiresAt, keyHash: hashOf(key) })), key };
  });
}

/** Whether this key opens the video now. */
export async function opensVideo(
  { db, now }: ShareDeps,
  { videoId, key }: { videoId: number; key: string },
): Promise<boolean> {
  return isShared(db, { videoId, keyHash: hashOf(key), now: now() });
}

/** Counts that the page of a video is opened by this key. */
export async function noteOpening(
  { db, now }: ShareDeps,
  { videoId, key }: { videoId: number; key: string },
): Promise<void> {
  await noteShareUse(db, { videoId, keyHash: hashOf(key), now: now() });
}

/** 160 random bits need no salt and no slow hash. */
function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}
