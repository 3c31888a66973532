/** What people with an account follow and keep. */
import { addItems, itemsOf, type ListItem, lockMyList } from '../data/my-list.ts';
import type { VideoDeps } from './video-deps.ts';
import { VideoError } from './video-error.ts';

/** How much a list holds, in the browser of a stranger too, and after how long without a visit another one begins. */
export const myListLimits = { items: 100, visitMs: 30 * 60_000 };

/**
 * Adds what is not in the list of an account yet: all of it or nothing.
 *
 * @throws VideoError  `my_list_full`
 */
export async function addToMyList(
  { db, now }: Pick<VideoDeps, 'db' | 'now'>,
  { accountId, items }: { accountId: number; items: readonly ListItem[] },
): Promise<void> {
  await db.prisma.$transaction(async (tx) => {
    await lockMyList(tx, { accountId, now: now() });
    await addItems(tx, { accountId, items });
    const { items: limit } = myListLimits;
    if ((await itemsOf(tx, accountId)).length > limit) throw new VideoError('my_list_full', { limit });
  });
}
