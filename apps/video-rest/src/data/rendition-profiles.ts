import { sql } from '@campus/database';
import type { RenditionProfile } from '../ffmpeg/ladder.ts';
import type { Database, Transaction } from './open-database.ts';

/** What videos are encoded at from now on; at least one. */
export function findRenditionProfiles({ pool }: Pick<Database, 'pool'>): Promise<RenditionProfile[]> {
  return sql<RenditionProfile>`
    select short_side_pixels, video_bitrate_kbps, audio_bitrate_kbps, encode_mp4 from renditions`.rows(pool);
}

/** Removes one, unless it is the last: nothing could be encoded without it. */
export async function removeRenditionProfile(
  tx: Transaction,
  id: number,
): Promise<'removed' | 'last' | 'absent'> {
  // All of them, so that whoever removes another waits.
  const rows = await sql<{ id: number }>`select id from renditions order by id for update`.rows(tx);
  if (!rows.some((row) => row.id === id)) return 'absent';
  if (rows.length === 1) return 'last';
  await tx.renditionProfile.delete({ where: { id } });
  return 'removed';
}
