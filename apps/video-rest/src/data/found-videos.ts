import { type Queryable, type Sql, sql } from '@campus/database';
import type { Watchable } from '../domain/who-may-watch.ts';
import type { Outputs } from '../ffmpeg/outputs.ts';
import { thumbnailOfVideo, watchableColumns } from './watched-videos.ts';
import { isPublicVideo, isThemeThere, type Place, wordsOfPlace } from './within-place.ts';

/** A public video as lists of what is public show it. */
export interface FoundVideo extends Watchable {
  id: number;
  slug: string;
  title: string;
  /** Plain text or HTML, as its author wrote it. */
  description: string;
  /** First and last name of the owner; may be empty. */
  ownerName: string;
  dateAdded: Date;
  durationSeconds: number;
  encodingId: number | null;
  outputs: Outputs | null;
  thumbnailId: number | null;
  thumbnailFile: string | null;
  thumbnailChoice: number;
  /** Of a run that is not over; none where something is on air. */
  earlyPoster: null;
}

/** Which public videos are looked for. */
interface Asked {
  /** Beginnings of words, in any of the texts about a video; empty: all. */
  words: string;
  /** Undefined: wherever they are. */
  place?: { kind: Place; id: number } | undefined;
  offset: number;
  limit: number;
}

/**
 * Some of the public videos that can be played: those first that have all words in the title, the newest first; or as
 * their playlist has them.
 */
export async function findPublicVideos(db: Queryable, asked: Asked): Promise<FoundVideo[]> {
  const sought = asked.words === '' ? null : await readSoughtWords(db, asked.words);
  if (sought === undefined) return [];
  let found: FoundVideo[] = [];
  for (const statement of statementsFor(asked, sought)) {
    found = await statement.rows(db, { isPrepared: false });
    if (found.length === asked.limit) break;
  }
  return found;
}

/** The first that gives a full page gives the right one; the last gives it in any case. */
function statementsFor(asked: Asked, sought: SoughtWords | null): Sql<FoundVideo>[] {
  const isPlayed = asked.place?.kind === 'playlists';
  return [
    ...(!isPlayed && (sought || asked.place) ? [amongNewest(asked, sought)] : []),
    ...(!isPlayed && sought ? [besideTitles(asked, sought)] : []),
    amongAll(asked, sought),
  ];
}

/**
 * The newest public videos, which are looked at one by one before all that is asked for is found and sorted: up to 30,000,
 * some 30 ms, and no more than the page needs where one of so many is on it.
 */
function newest(oneOf: number, { offset, limit }: Asked): Sql {
  const most = Math.min(30_000, oneOf * (offset + limit));
  return sql`(
    select * from video_words where is_public order by date_added desc, video_id desc limit ${most}) v`;
}

/** That the words of a video hold its place, if one is asked for: quicker than a look at the links of each. */
function isInPlace({ place }: Asked): Sql[] {
  return place && place.kind !== 'playlists'
    ? [sql`words @@ ${wordsOfPlace(place.kind, sql`${place.id}::int`)}`]
    : [];
}

/** Public videos that meet this, by the indexes of their words: "offset 0" keeps the database from walking through all for a page. */
function wordsThat(meets: Sql[]): Sql {
  return sql`(
    select video_id, date_added, title from video_words where ${sql.all([sql`is_public`, ...meets])} offset 0) w`;
}

const newestFirst = sql`date_added desc, video_id desc`;

/**
 * The page among the newest videos alone: where it is full, no others come before them.
 *
 * Measured, among 600,000: the first page of a channel of 300,000 takes PostgreSQL 0.3 ms by this instead of 570, and the
 * 200th 26 instead of 182; where it finds none, 1 to 3 ms are lost on the first.
 */
function amongNewest(asked: Asked, sought: SoughtWords | null): Sql<FoundVideo> {
  const { offset, limit } = asked;
  const meets = [...(sought ? [sql`title @@ ${sought.inTitle}::tsquery`] : []), ...isInPlace(asked)];
  return shownVideos(
    sql`
      select video_id as id from ${newest(80, asked)}
      where ${sql.all(meets)} order by ${newestFirst} limit ${limit} offset ${offset}`,
    sql`v.date_added desc, v.id desc`,
  );
}

/**
 * The page of what has the words in its title, and of the newest that have them anywhere: what very many descriptions have,
 * or a name that many places have, is not found whole.
 *
 * Measured, among 600,000: what 40 places and a twentieth of the descriptions have takes PostgreSQL 19 ms by this instead of
 * 85, and the 200th page of a word that all descriptions have 33 instead of 151.
 */
function besideTitles(asked: Asked, { inTitle, anywhere }: SoughtWords): Sql<FoundVideo> {
  const { offset, limit } = asked;
  const titled = sql`title @@ ${inTitle}::tsquery`;
  const others = sql.all([sql`words @@ ${anywhere}::tsquery`, sql`not ${titled}`, ...isInPlace(asked)]);
  const first = sql`order by ${newestFirst} limit ${offset + limit}`;
  return shownVideos(
    sql`
      select video_id as id, in_title from (
        (select *, true as in_title from ${wordsThat([titled, ...isInPlace(asked)])} ${first})
        union all
        (select video_id, date_added, title, false from ${newest(400, asked)} where ${others} ${first})) v
      order by in_title desc, ${newestFirst} limit ${limit} offset ${offset}`,
    sql`in_title desc, v.date_added desc, v.id desc`,
  );
}

function amongAll(asked: Asked, sought: SoughtWords | null): Sql<FoundVideo> {
  const { place, offset, limit } = asked;
  const placeId = sql`${place?.id}::int`;
  const isPlayed = place?.kind === 'playlists';
  const isOfType = place?.kind === 'types';
  const words = [
    ...(sought ? [sql`words @@ ${sought.anywhere}::tsquery`] : []),
    ...(sought || !isOfType ? isInPlace(asked) : []),
  ];
  // Whether a video is public, its date and where it is stand beside its words too: its own row is wide.
  const videos =
    words.length > 0
      ? sql`(
        select video_id as id, date_added${sought ? sql`, title @@ ${sought.inTitle}::tsquery as in_title` : sql``}
        from ${wordsThat(words)})`
      : sql`(select * from videos v where ${isPublicVideo})`;
  const byDate = sql`v.date_added desc, v.id desc`;
  const order = isPlayed ? sql`place, v.id` : sought ? sql`in_title desc, ${byDate}` : byDate;
  return shownVideos(
    sql`
      select v.id${isPlayed ? sql`, pe.place` : sql``}${sought ? sql`, in_title` : sql``}
      from ${videos} v
      ${isPlayed ? sql`join playlist_entries pe on pe.video_id = v.id and pe.playlist_id = ${placeId}` : sql``}
      ${isOfType && !sought ? sql`where v.type_id = ${placeId}` : sql``}
      order by ${order} limit ${limit} offset ${offset}`,
    order,
  );
}

/**
 * Videos with something on air, as lists show them: what a page shows besides is read for its own rows alone.
 *
 * @param found  their ids, and what else they are ordered by
 */
export function shownVideos(found: Sql, order: Sql): Sql<FoundVideo> {
  return sql<FoundVideo>`
    select v.id, v.slug, v.title, v.description, trim(o.first_name || ' ' || o.last_name) as owner_name,
      v.date_added, v.duration_seconds, ${watchableColumns}, v.encoding_id, e.outputs, v.thumbnail_id,
      i.stored_file as thumbnail_file, v.thumbnail_choice, null as early_poster
    from (${found}) found
    join videos v on v.id = found.id
    join users o on o.id = v.owner_id
    join encodings e on e.id = v.encoding_id
    ${thumbnailOfVideo}
    order by ${order}`;
}

/** What is looked for among the words of videos, as queries of PostgreSQL's text search. */
interface SoughtWords {
  /** Each word somewhere: in what is told of a video, or in the name of a place where it is. */
  anywhere: string;
  /** Each word in the title. */
  inTitle: string;
}

/** The longest ones of a search; others are not looked for. */
const mostWords = 10;

/** So many places may have a name with a word: each is one more thing to look for. */
const mostNamed = 40;

/** A channel has what is in its themes, and a theme what is in those below it, as on their pages. */
const placesByWord = (words: string) => sql<{ word: string; places: string[] }>`
  select w.word, array(
    with recursive named as (
      select n.table_name, n.id from name_words n
      where n.words @@ p.prefix and
        (n.table_name <> 'channels' or exists (select 1 from channels c where c.id = n.id and c.visible)) and
        (n.table_name <> 'themes' or exists (
          select 1 from themes t join channels c on c.id = t.channel_id where t.id = n.id and c.visible))
      order by n.table_name, n.id limit ${sql.literal(mostNamed)}
    ), below as (
      select t.id from named n join themes t on n.table_name = 'channels' and t.channel_id = n.id and ${isThemeThere}
      union select id from named where table_name = 'themes'
      union select t.id from below b join themes t on t.parent_id = b.id and ${isThemeThere}
    )
    select table_name || '/' || id from named
    union select 'themes/' || id from below limit ${sql.literal(mostNamed)}) as places
  from (select word, bool_and(word ~ '^[a-z]$') over () as are_letters
        from unnest(tsvector_to_array(words_of(${words}))) words (word)) w,
    lateral (select format('''%s'':*', w.word)::tsquery) p (prefix)
  -- In French they are what is elided: l'énergie.
  where are_letters or word !~ '^[a-z]$'
  order by length(word) desc, word limit ${sql.literal(mostWords)}`;

/** Reads words that somebody looks for, without accents and capitals; undefined: there is no word in them. */
async function readSoughtWords(db: Queryable, words: string): Promise<SoughtWords | undefined> {
  const found = await placesByWord(words).rows(db, { isPrepared: false });
  if (found.length === 0) return undefined;
  const sought = found.map(({ word, places }) => [`'${word}':*`, ...places.map((place) => `'${place}'`)]);
  return {
    anywhere: sought.map((either) => `(${either.join(' | ')})`).join(' & '),
    inTitle: sought.map(([word]) => word).join(' & '),
  };
}

/** The slugs of public videos with ids from `first` on, up to `last`. */
export async function findPublicSlugs(
  db: Queryable,
  { first, last }: { first: number; last: number },
): Promise<string[]> {
  const rows = await sql<{ slug: string }>`
    select v.slug from videos v
    where v.id between ${first} and ${last} and ${isPublicVideo} order by v.id`.rows(db, {
    isPrepared: false,
  });
  return rows.map(({ slug }) => slug);
}

/** The highest id that a video has had so far; 0 where there is none. */
export async function highestVideoId(db: Queryable): Promise<number> {
  return (await sql<{ id: number }>`select coalesce(max(id), 0) as id from videos`.row(db))?.id ?? 0;
}
