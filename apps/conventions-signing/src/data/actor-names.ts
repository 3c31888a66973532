import { serviceActor, usernameOf } from './history.ts';
import type { Transaction } from './open-database.ts';
import { findTokenNames } from './tokens.ts';

/**
 * Actors who are people, with the names that they are known by: the full name, or the user name without one; and tokens
 * that are records, with theirs.
 */
export type ActorNames = ReadonlyMap<string, string>;

/** The names of actors who have one, in two statements at most. */
export async function findActorNames(db: Transaction, actors: Iterable<string>): Promise<ActorNames> {
  const people = new Map<string, string>();
  const fingerprints = new Set<string>();
  for (const actor of actors) {
    const username = usernameOf(actor);
    if (username !== undefined) people.set(username, actor);
    else if (actor !== serviceActor) fingerprints.add(actor);
  }
  const tokens = await findTokenNames(db, [...fingerprints]);
  if (people.size === 0) return tokens;
  const accounts = await db.account.findMany({
    where: { username: { in: [...people.keys()] } },
    select: { username: true, fullName: true },
  });
  return new Map([
    ...tokens,
    ...accounts.map(({ username, fullName }) => [people.get(username) ?? '', fullName || username] as const),
  ]);
}
