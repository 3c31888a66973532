import { updateAccount } from '../data/accounts.ts';
import type { Database } from '../data/open-database.ts';
import { keepASuperuser } from './keep-a-superuser.ts';

/** What may be changed of an account. */
export type AccountChanges = Parameters<typeof updateAccount>[2];

/**
 * Changes an account; false when it has vanished.
 *
 * @throws AccountError `last_superuser`, TakenError
 */
export function changeAccount(
  { prisma }: Pick<Database, 'prisma'>,
  id: number,
  changes: AccountChanges,
): Promise<boolean> {
  const takesAway = changes.isSuperuser === false || changes.isActive === false;
  if (!takesAway) return updateAccount(prisma, id, changes);
  return prisma.$transaction((tx) => keepASuperuser(tx, () => updateAccount(tx, id, changes)));
}
