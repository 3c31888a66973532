import { deleteAccount } from '../data/accounts.ts';
import { refuseInUse } from '../data/conflicts.ts';
import type { Database } from '../data/open-database.ts';
import { keepASuperuser } from './keep-a-superuser.ts';

/**
 * Removes an account with its tokens; false when it has vanished.
 *
 * @throws AccountError `last_superuser`, InUseError while it owns videos
 */
export function removeAccount({ prisma, pool }: Database, id: number): Promise<boolean> {
  return refuseInUse({ pool, id }, () =>
    prisma.$transaction((tx) => keepASuperuser(tx, () => deleteAccount(tx, id))),
  );
}
