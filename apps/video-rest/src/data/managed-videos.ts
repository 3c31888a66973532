import type { Requester } from '@campus/database';
import { activeStates, type EncodingState } from '../domain/encoding-states.ts';
import type { Closings } from '../domain/who-may-watch.ts';
import type { Outputs } from '../ffmpeg/outputs.ts';
import type { Database } from './open-database.ts';
import { escapeLike } from './select.ts';

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
  added: 'v.date_added',
  title: 'v.title',
  duration: 'v.duration_seconds',
} as const;

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
export async function findManagedVideos(
  { lookups }: Pick<Database, 'lookups'>,
  requester: Requester,
  asked: ManagedQuery,
): Promise<ManagedVideo[]> {
  const { order, descending, limit, offset } = asked;
  const values: unknown[] = [limit, offset];
  const conditions = conditionsOf(asked, (given) => `$${values.push(given)}`);
  const direction = descending ? 'desc' : 'asc';
  const { rows } = await lookups.withClient(requester, (client) =>
    client.query<ManagedVideo>(
      `select v.id, v.slug, v.title, o.username as "ownerUsername",
            json_build_object('en', t.title_en, 'fr', t.title_fr) as "typeTitles", v.date_added as "dateAdded",
            v.duration_seconds as "durationSeconds", v.media_kind as "mediaKind",
            v.is_draft as "isDraft", v.is_restricted as "isRestricted", v.is_for_groups as "isForGroups",
            v.password_hash as "passwordHash", l.state as encoding, l.percent,
            v.encoding_id as "encodingId", e.outputs, v.thumbnail_id as "thumbnailId",
            i.stored_file as "thumbnailFile", v.thumbnail_choice as "thumbnailChoice",
            v.early_poster as "earlyPoster"
     from (
       select * from (
         select * from videos v ${conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''}
         ${isFoundFirst(asked) ? 'offset 0' : ''}
       ) v
       order by ${managedOrders[order]} ${direction}, v.id ${direction}
       limit $1 offset $2
     ) v
     join users o on o.id = v.owner_id
     join video_types t on t.id = v.type_id
     left join encodings l on l.id = v.latest_encoding_id
     left join encodings e on e.id = v.encoding_id
     left join images i on i.id = v.thumbnail_id
     order by ${managedOrders[order]} ${direction}, v.id ${direction}`,
      values,
    ),
  );
  return rows;
}

/**
 * Whether the rows are found by owner or words and then put in order: "offset 0" keeps the database from walking through
 * all titles for a few. Words without three letters or digits beside each other have no index.
 */
function isFoundFirst({ order, ownerId, owner, words }: ManagedQuery): boolean {
  return order !== 'added' && (ownerId !== undefined || owner !== '' || /[\p{L}\p{N}]{3}/u.test(words));
}

/** @param value  gives a value its place in the statement */
function conditionsOf(asked: ManagedQuery, value: (given: unknown) => string): string[] {
  const { ownerId, owner, words, typeId, state, visibility } = asked;
  const conditions: string[] = [];
  if (ownerId !== undefined) {
    const own = value(ownerId);
    const shared = `select l."B" from "_AdditionalOwners" l where l."A" = ${own}`;
    conditions.push(`(v.owner_id = ${own} or v.id = any(array(${shared})))`);
  }
  if (owner !== '') conditions.push(`v.owner_id = (select id from users where username = ${value(owner)})`);
  if (words !== '') {
    const like = value(`%${escapeLike(words)}%`);
    conditions.push(
      ownerId === undefined
        ? // An array is read once, and goes with the index of the owners beside that of the titles.
          `(v.title ilike ${like} or v.owner_id = any(array(select id from users where username ilike ${like})))`
        : `v.title ilike ${like}`,
    );
  }
  if (typeId !== null) conditions.push(`v.type_id = ${value(typeId)}`);
  if (state === 'none') conditions.push('v.latest_encoding_id is null');
  // Most runs are done, and few of any other state: those are looked up first.
  else if (state === 'done')
    conditions.push(
      `exists (select 1 from encodings l where l.id = v.latest_encoding_id and l.state = 'done')`,
    );
  else if (state !== undefined) {
    const states = state === 'active' ? activeStates : [state];
    const runs = `select id from encodings where state = any(${value(states)}::encoding_state[])`;
    conditions.push(`v.latest_encoding_id = any(array(${runs}))`);
  }
  if (visibility === 'draft') conditions.push('v.is_draft');
  else if (visibility !== undefined)
    conditions.push(`not v.is_draft and ${visibility === 'restricted' ? '' : 'not '}v.is_restricted`);
  return conditions;
}
