import type { Requester } from '@campus/database';
import type { Outputs } from '../ffmpeg/outputs.ts';
import type { Database } from './open-database.ts';
import { queryAnew } from './prepared.ts';
import { escapeLike } from './select.ts';
import { watchableColumns } from './watchable-columns.ts';
import { isPublicVideo, type Place, withinPlace } from './within-place.ts';

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

/** So many of the newest are read one by one for words, which hold a page of whatever is frequent; some 20 ms. */
const readAtOnce = 5_000;

/** Which public videos are looked for. */
interface Asked {
  /** In the title, or a tag as it is written; empty: all. */
  words: string;
  /** Undefined: wherever they are. */
  place?: { kind: Place; id: number } | undefined;
  offset: number;
  limit: number;
}

/**
 * Some of the public videos that can be played, the newest first, or as their playlist has them.
 *
 * Words are looked for among the newest, and where those hold too few by the index of words: a plan that fits frequent
 * words takes long for rare ones, and the other way round.
 */
export async function findPublicVideos(
  { lookups }: Pick<Database, 'lookups'>,
  requester: Requester,
  asked: Asked,
): Promise<FoundVideo[]> {
  return await lookups.withClient(requester, async (client) => {
    const find = (way: Way) => {
      const { text, values } = statementFor(asked, way);
      return queryAnew<FoundVideo>(client, text, values);
    };
    // The index knows what has three letters or digits beside each other.
    if (!/[\p{L}\p{N}]{3}/u.test(asked.words) || asked.place?.kind === 'playlists') return find('all');
    const newest = await find('newest');
    return newest.length === asked.limit ? newest : find('by words');
  });
}

/** What is read first: all in their order, the newest alone, or those that the index of words gives. */
type Way = 'all' | 'newest' | 'by words';

function statementFor({ words, place, offset, limit }: Asked, way: Way): { text: string; values: unknown[] } {
  const values: unknown[] = [limit, offset];
  const value = (given: unknown) => `$${values.push(given)}`;
  const like = () => value(`%${escapeLike(words)}%`);
  const holdsWords =
    words === '' ? 'true' : `(v.title ilike ${like()} or v.tags @> array[${value(words)}]::varchar[])`;
  const {
    join = '',
    where = 'true',
    isPlayed = false,
  } = place === undefined ? {} : withinPlace[place.kind](`${value(place.id)}::int`);
  const order = isPlayed ? 'place, v.id' : 'v.date_added desc, v.id desc';
  // "offset 0" lets the words alone choose the plan.
  const from: Record<Way, string> = {
    all: 'videos v',
    newest: `(select * from videos v where ${isPublicVideo} order by ${order} limit ${readAtOnce}) v`,
    'by words': `(select * from videos v where ${holdsWords} offset 0) v`,
  };
  // What a page shows besides is read for its own rows alone.
  const text = `
    select v.id, v.slug, v.title, v.description, trim(o.first_name || ' ' || o.last_name) as "ownerName",
           v.date_added as "dateAdded", v.duration_seconds as "durationSeconds", ${watchableColumns},
           v.encoding_id as "encodingId", e.outputs, v.thumbnail_id as "thumbnailId",
           i.stored_file as "thumbnailFile", v.thumbnail_choice as "thumbnailChoice",
           null as "earlyPoster"
    from (
      select v.*${isPlayed ? ', pe.place' : ''} from ${from[way]} ${join}
      where ${isPublicVideo} and ${where} and ${holdsWords}
      order by ${order} limit $1 offset $2
    ) v
    join users o on o.id = v.owner_id
    join encodings e on e.id = v.encoding_id
    left join images i on i.id = v.thumbnail_id
    order by ${order}`;
  return { text, values };
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
