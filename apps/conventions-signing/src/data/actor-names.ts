import { usernameOf } from './history.ts';
import type { Transaction } from './open-database.ts';

/** Actors who are people, with the names that they are known by: the full name, or the user name without one. */
export type ActorNames = ReadonlyMap<string, string>;

/** The names of those actors who are people, in one statement at most. */
export async function findActorNames(db: Transaction, actors: Iterable<string>): Promise<ActorNames> {
  const people = new Map<string, string>();
  for (const actor of actors) {
    const username = usernameOf(actor);
    if (username !== undefined) people.set(username, actor);
  }
  if (people.size === 0) return new Map();
  const accounts = await db.account.findMany({
    where: { username: { in: [...people.keys()] } },
    select: { username: true, fullName: true },
  });
  return new Map(
    accounts.map(({ username, fullName }) => [people.get(username) ?? '', fullName || username]),
  );
}
