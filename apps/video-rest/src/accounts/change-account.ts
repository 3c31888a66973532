import { type Actor, changeAs } from '@campus/accounts';
import { updateAccount } from '../data/accounts.ts';
import type { Database, Transaction } from '../data/open-database.ts';
import { keepASuperuser } from './keep-a-superuser.ts';

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
