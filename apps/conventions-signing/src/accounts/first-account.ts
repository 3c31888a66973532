import { type FirstAccount, makeFirstAccount } from '@campus/accounts';
import { countAdministrators, insertAccount, lockAdministrators } from '../data/accounts.ts';
import type { Database, Transaction } from '../data/open-database.ts';

/** Makes the first administrator while there is none, as `makeFirstAccount` does, and throws what it throws. */
export function ensureFirstAccount(
  db: Database,
  configuration: { rootUsername: string; rootPassword: string | undefined; dataDir: string },
): Promise<FirstAccount> {
  return makeFirstAccount<Transaction>(
    db,
    {
      what: 'administrator',
      parameters: 'root.username and root.password',
      count: countAdministrators,
      lock: lockAdministrators,
      insert: (tx, account) =>
        insertAccount(tx, {
          ...account,
          fullName: '',
          email: '',
          role: 'administrator',
          scope: 'everything',
        }),
    },
    configuration,
  );
}
