import { sql } from '@campus/database';
import type { Database } from './open-database.ts';

/** That somebody was shown a video; `viewer` tells them apart without telling who they are. */
interface SeenVideo {
  viewer: Buffer;
  videoId: number;
}

type Deps = Pick<Database, 'pool'>;

/**
 * Counts each on this day, unless the same viewer was counted for the same video and that has not ended yet. What has
 * vanished meanwhile is passed over. Rows are taken in one order, so that processes do not stand in each other's way.
 *
 * @param day     `YYYY-MM-DD`
 * @param endsAt  until when none of these is counted again
 */
export async function countViews(
  { pool }: Deps,
  seen: readonly SeenVideo[],
  { day, endsAt }: { day: string; endsAt: Date },
): Promise<void> {
  await sql`
    with seen as (
           select distinct * from ${sql.unnest(seen, { viewer: sql`bytea`, videoId: sql`int` })} s (viewer, video_id)
         ),
         there as (
           select id from videos where id in (select video_id from seen) order by id for key share
         ),
         counted as (
           insert into recent_views (viewer, video_id, ends_at)
           select s.viewer, s.video_id, ${endsAt} from seen s join there on there.id = s.video_id order by 1, 2
           on conflict do nothing
           returning video_id
         )
    insert into view_counts (video_id, date, count)
    select video_id, ${day}, count(*) from counted group by video_id order by video_id
    on conflict (video_id, date) do update set count = view_counts.count + excluded.count`.run(pool);
}

/** Forgets who was counted for what, where that has ended. */
export async function forgetViewers({ pool }: Deps, now: Date): Promise<void> {
  await sql`
    delete from recent_views where (viewer, video_id) in (
    select viewer, video_id from recent_views where ends_at <= ${now} for update skip locked)`.run(pool);
}

const keyPrefix = 'viewers ';

/** The name of the key that viewers of a day are hashed with; those of other days are removed. */
export async function keyNameOf({ pool }: Deps, day: string): Promise<string> {
  const name = `${keyPrefix}${day}`;
  await sql`delete from instance_keys where starts_with(name, ${keyPrefix}) and name < ${name}`.run(pool);
  return name;
}
