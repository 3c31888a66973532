import type { Requester } from '@campus/database';
import type { EncodingState } from '../videos/encoding-states.ts';
import type { Closings } from '../videos/who-may-watch.ts';
import type { Database } from './open-database.ts';
import { escapeLike } from './select.ts';

/** A video in the list of those who manage it. */
export interface ManagedVideo extends Closings {
  id: number;
  slug: string;
  title: string;
  ownerUsername: string;
  dateAdded: Date;
  /** Of the run asked for last; null when there was none. */
  encoding: EncodingState | null;
}

/**
 * Some of the videos that one account owns, alone or with others, or of all, newest first.
 *
 * @param list.ownerId  undefined: of everybody
 * @param list.words    in the title, and in the user name of the owner where the videos are everybody's; empty: all
 */
export async function findManagedVideos(
  { lookups }: Pick<Database, 'lookups'>,
  requester: Requester,
  { ownerId, words, offset, limit }: { ownerId?: number; words: string; offset: number; limit: number },
): Promise<ManagedVideo[]> {
  const values: unknown[] = [limit, offset];
  const value = (given: unknown) => `$${values.push(given)}`;
  const conditions: string[] = [];
  if (ownerId !== undefined) {
    const owner = value(ownerId);
    const shared = `select l."B" from "_AdditionalOwners" l where l."A" = ${owner}`;
    conditions.push(`(v.owner_id = ${owner} or v.id = any(array(${shared})))`);
  }
  if (words !== '') {
    const like = value(`%${escapeLike(words)}%`);
    conditions.push(
      ownerId === undefined
        ? // An array is read once, and goes with the index of the owners beside that of the titles.
          `(v.title ilike ${like} or v.owner_id = any(array(select id from users where username ilike ${like})))`
        : `v.title ilike ${like}`,
    );
  }
  const { rows } = await lookups.withClient(requester, (client) =>
    client.query<ManagedVideo>(
      `select v.id, v.slug, v.title, o.username as "ownerUsername", v.date_added as "dateAdded",
            v.is_draft as "isDraft", v.is_restricted as "isRestricted", v.is_for_groups as "isForGroups",
            v.password_hash as "passwordHash", l.state as encoding
     from videos v
     join users o on o.id = v.owner_id
     left join encodings l on l.id = v.latest_encoding_id
     ${conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''}
     order by v.date_added desc, v.id desc
     limit $1 offset $2`,
      values,
    ),
  );
  return rows;
}
