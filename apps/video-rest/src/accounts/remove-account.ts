import { type Actor, changeAs } from '@campus/accounts';
import { deleteAccount } from '../data/accounts.ts';
import { refuseInUse } from '../data/conflicts.ts';
import type { Database, Transaction } from '../data/open-database.ts';
import { keepASuperuser } from './keep-a-superuser.ts';

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
