import { type Queryable, type Sql, sql } from '@campus/database';
import { activeStates, type EncodingState } from '../domain/encoding-states.ts';
import type { Closings } from '../domain/who-may-watch.ts';
import type { Outputs } from '../ffmpeg/outputs.ts';
import { holdsWords } from './select.ts';
import { thumbnailOfVideo } from './watched-videos.ts';

/** A video in the list of those who manage it. */
export interface ManagedVideo extends Closings {
  id: number;
  slug: string;
  title: string;
  ownerUsername: string;
  typeTitles: { en: string | null; fr: string | null };
  dateAdded: Date;
  durationSeconds: number;
  mediaKind: 'video' | 'audio';
  /** Of the run asked for last; null when there was none. */
  encoding: EncodingState | null;
  percent: number | null;
  /** What there is to show of it, as in `WatchedVideo`. */
  encodingId: number | null;
  outputs: Outputs | null;
  thumbnailId: number | null;
  thumbnailFile: string | null;
  thumbnailChoice: number;
  earlyPoster: string | null;
}

/** What became of the run asked for last: `active` is queued or running, `none` that nobody has asked for one. */
export const managedStates = ['done', 'active', 'failed', 'none'] as const;

/** By what a list is put in order. */
export const managedOrders = {
  added: sql`v.date_added`,
  title: sql`v.title`,
  duration: sql`v.duration_seconds`,
};

/** Which videos a list has, and in which order. */
export interface ManagedQuery {
  /** Who owns them, alone or with others; undefined: of everybody. */
  ownerId?: number | undefined;
  /** User name of the one whose they are, exactly as written; empty: of anybody. */
  owner: string;
  /** In the title, and in the user name of the owner where the videos are everybody's; empty: all. */
  words: string;
  typeId: number | null;
  state: (typeof managedStates)[number] | undefined;
  visibility: 'public' | 'restricted' | 'draft' | undefined;
  order: keyof typeof managedOrders;
  descending: boolean;
  offset: number;
  limit: number;
}

/** Some of the videos that somebody manages. */
export function findManagedVideos(db: Queryable, asked: ManagedQuery): Promise<ManagedVideo[]> {
  const { order, descending, limit, offset } = asked;
  const direction = descending ? sql`desc` : sql`asc`;
  const inOrder = sql`${managedOrders[order]} ${direction}, v.id ${direction}`;
  return sql<ManagedVideo>`
    select v.id, v.slug, v.title, o.username as owner_username,
      json_build_object('en', t.title_en, 'fr', t.title_fr) as type_titles, v.date_added, v.duration_seconds,
      v.media_kind, v.is_draft, v.is_restricted, v.is_for_groups, v.password_hash, l.state as encoding, l.percent,
      v.encoding_id, e.outputs, v.thumbnail_id, i.stored_file as thumbnail_file, v.thumbnail_choice, v.early_poster
    from (
      select v.* from (${foundBy(asked, inOrder)}) v order by ${inOrder} limit ${limit} offset ${offset}
    ) v
    join users o on o.id = v.owner_id
    join video_types t on t.id = v.type_id
    left join encodings l on l.id = v.latest_encoding_id
    left join encodings e on e.id = v.encoding_id
    ${thumbnailOfVideo}
    order by ${inOrder}`.rows(db, { isPrepared: false });
}

/** As many as are found and then put in order where the list is by date. */
const maxSorted = 10_000;

/**
 * Where the list is not by date, rows are found by owner or words and then put in order: "offset 0" keeps the database
 * from walking through all titles for a few. By date it walks, but for few that words find, of which it expects too many.
 */
function foundBy(asked: ManagedQuery, inOrder: Sql): Sql {
  const { order, ownerId, owner, words, offset, limit } = asked;
  const videos = sql`select * from videos v where ${sql.all(conditionsOf(asked))}`;
  const isIndexed = hasIndexedPart.test(words);
  if (order !== 'added')
    return isIndexed || ownerId !== undefined || owner !== '' ? sql`${videos} offset 0` : videos;
  if (!isIndexed) return videos;
  const first = sql`order by ${inOrder} limit ${sql.literal(offset + limit)}`;
  return sql`
    with near as materialized (
      select * from (select * from videos v order by ${inOrder} limit ${sql.literal(maxSorted)}) v
      where ${sql.all(conditionsOf(asked))} ${first}
    ), is_near as materialized (
      select count(*) = ${sql.literal(offset + limit)} as is_full from near
    ), met as materialized (
      ${videos} and not (select is_full from is_near)
    ), few as materialized (
      select * from met limit ${sql.literal(maxSorted + 1)}
    )
    select * from near where (select is_full from is_near)
    union all
    select * from few where (select count(*) from few) <= ${sql.literal(maxSorted)}
    union all
    (${videos} and (select count(*) from few) > ${sql.literal(maxSorted)} ${first})`;
}

/** What the index of titles knows. */
const hasIndexedPart = /[\p{L}\p{N}]{3}/u;

function conditionsOf(asked: ManagedQuery): Sql[] {
  const { ownerId, owner, words, typeId, state, visibility } = asked;
  const conditions: Sql[] = [];
  if (ownerId !== undefined) {
    const shared = sql`select l."B" from "_AdditionalOwners" l where l."A" = ${ownerId}`;
    conditions.push(sql`(v.owner_id = ${ownerId} or v.id = any(array(${shared})))`);
  }
  if (owner !== '') conditions.push(sql`v.owner_id = (select id from users where username = ${owner})`);
  if (words !== '') {
    // An array is read once, and goes with the index of the owners beside that of the titles.
    const ofOwner = sql`v.owner_id = any(array(select id from users where ${holdsWords(sql`username`, words)}))`;
    conditions.push(sql.any([holdsWords(sql`v.title`, words), ...(ownerId === undefined ? [ofOwner] : [])]));
  }
  if (typeId !== null) conditions.push(sql`v.type_id = ${typeId}`);
  if (state === 'none') conditions.push(sql`v.latest_encoding_id is null`);
  // Most runs are done, and few of any other state: those are looked up first.
  else if (state === 'done')
    conditions.push(
      sql`exists (select 1 from encodings l where l.id = v.latest_encoding_id and l.state = 'done')`,
    );
  else if (state !== undefined) {
    const states = state === 'active' ? activeStates : [state];
    const runs = sql`select id from encodings where state = any(${states}::encoding_state[])`;
    conditions.push(sql`v.latest_encoding_id = any(array(${runs}))`);
  }
  if (visibility === 'draft') conditions.push(sql`v.is_draft`);
  if (visibility === 'restricted') conditions.push(sql`not v.is_draft and v.is_restricted`);
  if (visibility === 'public') conditions.push(sql`not v.is_draft and not v.is_restricted`);
  return conditions;
}
