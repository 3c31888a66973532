import {
  AccountRuleError,
  changeAs,
  type FirstAccount,
  makeFirstAccount,
  serviceItself,
} from '@campus/accounts';
import { countAdministrators, insertAccount, lockAdministrators } from '../data/accounts.ts';
import type { Database, Transaction } from '../data/open-database.ts';

/**
 * Makes the first administrator while there is none; else it does nothing and looks at no parameter.
 *
 * @throws FirstAccountError  name or password break a rule, or somebody else has the name
 * @see makeFirstAccount
 */
export async function ensureFirstAccount(
  { prisma }: Database,
  configuration: { rootUsername: string; rootPassword: string | undefined; dataDir: string },
): Promise<FirstAccount> {
  const { rootUsername: username, rootPassword: password, dataDir } = configuration;
  const hasAdministrator = async (db: Transaction) => (await countAdministrators(db)) > 0;
  const steps = {
    what: 'administrator',
    parameters: 'root.username and root.password',
    isThere: () => hasAdministrator(prisma),
    insert: (account: { username: string; passwordHash: string }, beforeCommit: () => Promise<void>) =>
      changeAs(prisma, serviceItself, async (tx: Transaction) => {
        await lockAdministrators(tx);
        if (await hasAdministrator(tx)) return false;
        const isNew = await insertAccount(tx, { ...account, fullName: '', email: '', role: 'administrator' });
        if (!isNew) throw new AccountRuleError('username_taken');
        await beforeCommit();
        return true;
      }),
  };
  return makeFirstAccount(steps, { username, password, dataDir });
}
