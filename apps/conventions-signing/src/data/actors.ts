import { type Queryable, sql } from '@campus/database';
import type { AccountRole } from '../../generated/client.ts';
import type { Scope } from '../domain/scope.ts';
import { personActor, serviceActor, systemUserOf, usernameOf } from './history.ts';
import type { Writing } from './open-database.ts';
import { scopeColumn } from './scopes.ts';

/** What an actor may do now. */
interface ActorRights {
  /** Of a person; null for programs, which may do whatever their API offers. */
  role: AccountRole | null;
  scope: Scope;
}

const everything: ActorRights = { role: null, scope: 'everything' };

/**
 * What an actor of the history may do at an instant; null for an account that is disabled, and for a token that was
 * revoked, has expired or is configured no more. Tokens of the configuration and the service itself see everything.
 *
 * @param options.configured  fingerprints of the tokens that the configuration lets in
 */
export async function findActorRights(
  tx: Writing,
  actor: string,
  { at, configured }: { at: Date; configured: ReadonlySet<string> },
): Promise<ActorRights | null> {
  if (actor === serviceActor || systemUserOf(actor) !== undefined || configured.has(actor)) return everything;
  const username = usernameOf(actor);
  if (username !== undefined) {
    return sql<ActorRights>`
      select role, ${scopeColumn} from accounts where username = ${username} and is_active`.row(tx);
  }
  const token = await sql<ActorRights & { isOver: boolean }>`
    select null as role, ${scopeColumn}, revoked_at is not null or coalesce(expires_at <= ${at}, false) as is_over
    from tokens where fingerprint = ${actor}`.row(tx);
  return token === null || token.isOver ? null : { role: null, scope: token.scope };
}

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
