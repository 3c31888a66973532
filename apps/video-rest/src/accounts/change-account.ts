import { type Actor, changeAs } from '@campus/accounts';
import { type AccountColumns, deleteAccount, insertColumns, updateAccount } from '../data/accounts.ts';
import { refuseInUse } from '../data/conflicts.ts';
import type { Database, Transaction } from '../data/open-database.ts';
import { keepASuperuser } from './keep-a-superuser.ts';

/**
 * Makes an account whose values have been judged one by one, its password hashed.
 *
 * @param given.by  whom the administration history names
 * @returns its id
 * @throws TakenError
 */
export function addAccount(
  { prisma }: Pick<Database, 'prisma'>,
  { columns, by }: { columns: AccountColumns; by: Actor },
): Promise<number> {
  return changeAs(prisma, by, (tx: Transaction) => insertColumns(tx, columns));
}

/** What may be changed of an account. */
export type AccountChanges = Parameters<typeof updateAccount>[2];

/**
 * Changes an account; false when it has vanished.
 *
 * @param change.by  whom the administration history names
 * @throws AccountError `last_superuser`, TakenError
 */
export function changeAccount(
  { prisma }: Pick<Database, 'prisma'>,
  id: number,
  { changes, by }: { changes: AccountChanges; by: Actor },
): Promise<boolean> {
  const takesAway = changes.isSuperuser === false || changes.isActive === false;
  return changeAs(prisma, by, (tx: Transaction) => {
    const change = () => updateAccount(tx, id, changes);
    return takesAway ? keepASuperuser(tx, change) : change();
  });
}

/**
 * Removes an account with its tokens; false when it has vanished.
 *
 * @param change.by  whom the administration history names
 * @throws AccountError `last_superuser`, InUseError while it owns videos
 */
export function removeAccount(
  { prisma, pool }: Database,
  { id, by }: { id: number; by: Actor },
): Promise<boolean> {
  return refuseInUse({ pool, id }, () =>
    changeAs(prisma, by, (tx: Transaction) => keepASuperuser(tx, () => deleteAccount(tx, id))),
  );
}
