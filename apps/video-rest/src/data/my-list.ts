import { type Queryable, sql } from '@campus/database';
import { type FoundVideo, shownVideos } from './found-videos.ts';
import type { Transaction } from './open-database.ts';
import { isInChannel, isPublicVideo } from './within-place.ts';

/** A channel that somebody follows, or a video that they keep. */
export interface ListItem {
  kind: 'channels' | 'videos';
  id: number;
}

const columns = {
  channels: { table: sql`channels`, column: sql`channel_id` },
  videos: { table: sql`videos`, column: sql`video_id` },
};

/** What an account follows and keeps, the latest first. */
export function itemsOf(db: Queryable, accountId: number): Promise<ListItem[]> {
  return sql<ListItem>`
    select case when channel_id is null then 'videos' else 'channels' end as kind,
      coalesce(channel_id, video_id) as id
    from my_list_entries where account_id = ${accountId} order by my_list_entries.id desc`.rows(db);
}

/** Begins the list of an account, or waits for whoever changes it, too. */
export async function lockMyList(
  tx: Transaction,
  { accountId, now }: { accountId: number; now: Date },
): Promise<void> {
  await sql`
    insert into my_lists (account_id, seen_at, visited_at) values (${accountId}, ${now}, ${now})
    on conflict (account_id) do update set account_id = excluded.account_id`.run(tx);
}

/** Adds what is there still, and not in the list yet. */
export async function addItems(
  tx: Transaction,
  { accountId, items }: { accountId: number; items: readonly ListItem[] },
): Promise<void> {
  for (const kind of ['channels', 'videos'] as const) {
    const { table, column } = columns[kind];
    const ids = idsIn(items, kind);
    // What is named first is the latest.
    await sql`
      insert into my_list_entries (account_id, ${column})
      select ${accountId}::int, id from ${table} where id = any(${ids}::int[])
      order by array_position(${ids}::int[], id) desc for key share on conflict do nothing`.run(tx);
  }
}

/** Removes what is in the list of it. */
export async function removeItems(
  db: Queryable,
  { accountId, items }: { accountId: number; items: readonly ListItem[] },
): Promise<void> {
  const [channels, videos] = [idsIn(items, 'channels'), idsIn(items, 'videos')];
  await sql`
    delete from my_list_entries
    where account_id = ${accountId} and (channel_id = any(${channels}::int[]) or video_id = any(${videos}::int[]))`.run(
    db,
  );
}

/** Notes a visit, and gives since when what was added is new: since the visit before; undefined: there is no list. */
export async function noteListVisit(
  db: Queryable,
  { accountId, now, visitMs }: { accountId: number; now: Date; visitMs: number },
): Promise<Date | undefined> {
  const before = new Date(now.getTime() - visitMs);
  const row = await sql<{ seenAt: Date }>`
    update my_lists set visited_at = ${now}, seen_at = case when visited_at < ${before} then visited_at else seen_at end
    where account_id = ${accountId} returning seen_at`.row(db);
  return row?.seenAt;
}

/** Those of these that have something on air, for whomever, in this order. */
export function findVideosAt(db: Queryable, ids: readonly number[]): Promise<FoundVideo[]> {
  const found = sql`select id, place from unnest(${ids}::int[]) with ordinality x (id, place)`;
  return shownVideos(found, sql`place`).rows(db);
}

/** The newest public videos of channels, their themes included, that nobody could watch before a moment: whenever they were added. */
export function findNewVideos(
  db: Queryable,
  { channelIds, since, limit }: { channelIds: readonly number[]; since: Date; limit: number },
): Promise<FoundVideo[]> {
  const order = sql`v.date_added desc, v.id desc`;
  const isInOne = isInChannel(sql`any(${channelIds}::int[])`);
  const found = sql`
    select v.id from videos v join encodings on_air on on_air.id = v.encoding_id
    where ${isPublicVideo} and ${isInOne} and coalesce(on_air.finished_at, 'infinity') > ${since}
      and not exists (
        select from encodings e where e.video_id = v.id and e.state = 'done' and e.finished_at <= ${since})
    order by ${order} limit ${limit}`;
  return shownVideos(found, order).rows(db);
}

/** The ids of those of a kind. */
export function idsIn(items: readonly ListItem[], kind: ListItem['kind']): number[] {
  return items.filter((item) => item.kind === kind).map(({ id }) => id);
}
