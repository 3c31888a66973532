import { type Queryable, sql } from '@campus/database';
import { personActor, serviceActor, usernameOf } from './history.ts';

/**
 * Actors who are people, with the names that they are known by: the full name, or the user name without one; and tokens
 * that are records, with theirs.
 */
export type ActorNames = ReadonlyMap<string, string>;

/** The names of actors who have one. */
export async function findActorNames(db: Queryable, actors: Iterable<string>): Promise<ActorNames> {
  const known = [...new Set(actors)].filter((actor) => actor !== serviceActor);
  const usernames = known.flatMap((actor) => usernameOf(actor) ?? []);
  const fingerprints = known.filter((actor) => usernameOf(actor) === undefined);
  if (known.length === 0) return new Map();
  const rows = await sql<{ actor: string; name: string }>`
    select ${personActor({ username: '' })} || username as actor, coalesce(nullif(full_name, ''), username) as name
    from accounts where username = any(${usernames})
    union all select fingerprint, name from tokens where fingerprint = any(${fingerprints})`.rows(db);
  return new Map(rows.map(({ actor, name }) => [actor, name]));
}
