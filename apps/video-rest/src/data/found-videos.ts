import type { Requester } from '@campus/database';
import type { Outputs } from '../ffmpeg/outputs.ts';
import type { Database } from './open-database.ts';
import { queryAnew } from './prepared.ts';
import { readSoughtWords, type SoughtWords } from './sought-words.ts';
import { watchableColumns } from './watchable-columns.ts';
import { isPublicVideo, isWithin, type Place } from './within-place.ts';

/** A public video as lists of what is public show it. */
export interface FoundVideo {
  id: number;
  slug: string;
  title: string;
  /** Plain text or HTML, as its author wrote it. */
  description: string;
  /** First and last name of the owner; may be empty. */
  ownerName: string;
  dateAdded: Date;
  durationSeconds: number;
  isDraft: boolean;
  isRestricted: boolean;
  isForGroups: boolean;
  passwordHash: string | null;
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
export async function findPublicVideos(
  { lookups }: Pick<Database, 'lookups'>,
  requester: Requester,
  asked: Asked,
): Promise<FoundVideo[]> {
  return await lookups.withClient(requester, async (client) => {
    if (asked.words === '') return queryAnew<FoundVideo>(client, ...statementFor(asked, undefined));
    const sought = await readSoughtWords(client, asked.words);
    return sought === undefined ? [] : queryAnew<FoundVideo>(client, ...statementFor(asked, sought));
  });
}

function statementFor(
  { place, offset, limit }: Asked,
  sought: SoughtWords | undefined,
): [text: string, values: unknown[]] {
  const values: unknown[] = [limit, offset];
  const value = (given: unknown, type: string) => `$${values.push(given)}::${type}`;
  const placeId = place && value(place.id, 'int');
  const isPlayed = place?.kind === 'playlists';
  // Whether a video is public, its date and its type stand beside its words too: its own row is wide.
  const videos = sought
    ? `(select video_id as id, date_added, type_id, title @@ ${value(sought.inTitle, 'tsquery')} as "inTitle"
        from video_words where is_public and words @@ ${value(sought.anywhere, 'tsquery')})`
    : `(select * from videos v where ${isPublicVideo})`;
  const newest = 'v.date_added desc, v.id desc';
  const order = isPlayed ? 'place, v.id' : sought ? `"inTitle" desc, ${newest}` : newest;
  // What a page shows besides is read for its own rows alone.
  const text = `
    select v.id, v.slug, v.title, v.description, trim(o.first_name || ' ' || o.last_name) as "ownerName",
           v.date_added as "dateAdded", v.duration_seconds as "durationSeconds", ${watchableColumns},
           v.encoding_id as "encodingId", e.outputs, v.thumbnail_id as "thumbnailId",
           i.stored_file as "thumbnailFile", v.thumbnail_choice as "thumbnailChoice",
           null as "earlyPoster"
    from (
      select v.id${isPlayed ? ', pe.place' : ''}${sought ? ', "inTitle"' : ''}
      from ${videos} v
      ${isPlayed ? `join playlist_entries pe on pe.video_id = v.id and pe.playlist_id = ${placeId}` : ''}
      ${place && placeId && !isPlayed ? `where ${isWithin(place.kind, placeId)}` : ''}
      order by ${order} limit $1 offset $2
    ) found
    join videos v on v.id = found.id
    join users o on o.id = v.owner_id
    join encodings e on e.id = v.encoding_id
    left join images i on i.id = v.thumbnail_id
    order by ${order}`;
  return [text, values];
}

/** The slugs of public videos with ids from `first` on, up to `last`. */
export async function findPublicSlugs(
  { lookups }: Pick<Database, 'lookups'>,
  requester: Requester,
  { first, last }: { first: number; last: number },
): Promise<string[]> {
  const rows = await lookups.withClient(requester, (client) =>
    queryAnew<{ slug: string }>(
      client,
      `select v.slug from videos v where v.id between $1 and $2 and ${isPublicVideo} order by v.id`,
      [first, last],
    ),
  );
  return rows.map(({ slug }) => slug);
}

/** The highest id that a video has had so far; 0 where there is none. */
export async function highestVideoId({ pool }: Pick<Database, 'pool'>): Promise<number> {
  const { rows } = await pool.query<{ id: number }>('select coalesce(max(id), 0) as id from videos');
  return rows[0]?.id ?? 0;
}
