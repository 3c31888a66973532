import { addBroadcaster, lockBroadcasterSlugs, nextBroadcasterId, slugsLike } from '../data/broadcasters.ts';
import type { Database } from '../data/open-database.ts';
import { shortSlug } from './slugify.ts';

/** What a new broadcaster is made of. */
export type NewBroadcaster = Omit<Parameters<typeof addBroadcaster>[1], 'id' | 'slug'>;

/**
 * Adds a broadcaster with a slug made from its name: with `-2`, `-3` … when another has it, and made from the
 * id when the name leaves nothing. The slug stays when the name changes, since streams are published under it.
 *
 * @returns the id
 */
export function createBroadcaster({ prisma }: Database, given: NewBroadcaster): Promise<number> {
  return prisma.$transaction(async (tx) => {
    await lockBroadcasterSlugs(tx);
    const id = await nextBroadcasterId(tx);
    const wanted = shortSlug(given.name) || `broadcaster-${id}`;
    const slug = firstFree(wanted, await slugsLike(tx, wanted));
    await addBroadcaster(tx, { ...given, id, slug });
    return id;
  });
}

/** The slug itself, or with the smallest number from 2 that nobody has. */
export function firstFree(wanted: string, taken: ReadonlySet<string>): string {
  if (!taken.has(wanted)) return wanted;
  let number = 2;
  while (taken.has(`${wanted}-${number}`)) number += 1;
  return `${wanted}-${number}`;
}
