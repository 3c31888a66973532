import {
  AccountRuleError,
  changeAs,
  type FirstAccount,
  makeFirstAccount,
  serviceItself,
} from '@campus/accounts';
import { countSuperusers, insertAccount, lockSuperusers } from '../data/accounts.ts';
import type { Database, Transaction } from '../data/open-database.ts';

/**
 * Makes the root account while there is no superuser; else it does nothing and looks at no parameter.
 *
 * @throws FirstAccountError  name or password break a rule, or the name is an ordinary user's
 * @see makeFirstAccount
 */
export async function ensureFirstAccount(
  { prisma }: Pick<Database, 'prisma'>,
  configuration: { rootUsername: string; rootPassword: string | undefined; dataDir: string },
): Promise<FirstAccount> {
  const { rootUsername: username, rootPassword: password, dataDir } = configuration;
  const hasSuperuser = async (db: Transaction) => (await countSuperusers(db)) > 0;
  const steps = {
    what: 'superuser',
    parameters: 'ROOT_USERNAME and ROOT_PASSWORD',
    isThere: () => hasSuperuser(prisma),
    insert: (account: { username: string; passwordHash: string }, beforeCommit: () => Promise<void>) =>
      changeAs(prisma, serviceItself, async (tx: Transaction) => {
        await lockSuperusers(tx);
        if (await hasSuperuser(tx)) return false;
        const id = await insertAccount(tx, { ...account, email: '', isStaff: true, isSuperuser: true });
        if (id === undefined) throw new AccountRuleError('username_taken');
        await beforeCommit();
        return true;
      }),
  };
  return makeFirstAccount(steps, { username, password, dataDir });
}
