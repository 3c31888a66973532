import { refuseInUse } from '../data/conflicts.ts';
import type { Database } from '../data/open-database.ts';
import { deleteUser, updateUser } from '../data/users.ts';
import { keepASuperuser } from './account-changes.ts';

/** What may be changed of an account. */
export type AccountChanges = Parameters<typeof updateUser>[2];

/**
 * Changes an account; false when it has vanished.
 *
 * @throws AccountError `last_superuser`, TakenError
 */
export function changeAccount({ prisma }: Database, id: number, changes: AccountChanges): Promise<boolean> {
  const takesAway = changes.isSuperuser === false || changes.isActive === false;
  if (!takesAway) return updateUser(prisma, id, changes);
  return prisma.$transaction((tx) => keepASuperuser(tx, () => updateUser(tx, id, changes)));
}

/**
 * Removes an account with its tokens; false when it has vanished.
 *
 * @throws AccountError `last_superuser`, InUseError while it owns videos
 */
export function removeAccount({ prisma, pool }: Database, id: number): Promise<boolean> {
  return refuseInUse({ pool, id }, () =>
    prisma.$transaction((tx) => keepASuperuser(tx, () => deleteUser(tx, id))),
  );
}
