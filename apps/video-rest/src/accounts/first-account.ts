import { type FirstAccount, makeFirstAccount } from '@campus/accounts';
import { countSuperusers, insertAccount, lockSuperusers } from '../data/accounts.ts';
import type { Database, Transaction } from '../data/open-database.ts';

/** Makes the root account while there is no superuser, as `makeFirstAccount` does, and throws what it throws. */
export function ensureFirstAccount(
  db: Pick<Database, 'prisma' | 'pool'>,
  configuration: { rootUsername: string; rootPassword: string | undefined; dataDir: string },
): Promise<FirstAccount> {
  return makeFirstAccount<Transaction>(
    db,
    {
      what: 'superuser',
      parameters: 'ROOT_USERNAME and ROOT_PASSWORD',
      count: countSuperusers,
      lock: lockSuperusers,
      insert: async (tx, account) =>
        (await insertAccount(tx, { ...account, email: '', isStaff: true, isSuperuser: true })) !== undefined,
    },
    configuration,
  );
}
