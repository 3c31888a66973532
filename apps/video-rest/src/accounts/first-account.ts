import { countSuperusers, insertAccount, lockSuperusers } from '../data/accounts.ts';
import type { Database } from '../data/open-database.ts';
import { AccountError } from './account-error.ts';
import { removeFirstPassword, writeFirstPassword } from './first-password.ts';
import { generatePassword } from './generate-password.ts';
import { hashPassword } from './password-hash.ts';
import { checkPasswordRules } from './password-rules.ts';
import { checkUsername } from './username.ts';

/** What became of the first account; nothing in it is secret. */
export type FirstAccount =
  | { outcome: 'already_there' }
  | {
      outcome: 'created';
      username: string;
      /** Where its generated password stands; undefined when the password came from the configuration. */
      passwordFile: string | undefined;
    };

/**
 * Makes the root account while there is no superuser; else it does nothing and reads no parameter.
 *
 * Of several processes that start at once one makes it. A generated password is in its file before the account is
 * committed: a process killed in between leaves a file without an account, which the next start replaces, and never
 * an account whose password nobody has.
 *
 * @throws AccountError `first_account_refused`: name or password break a rule, or the name is an ordinary user's
 */
export async function ensureFirstAccount(
  { prisma }: Pick<Database, 'prisma'>,
  configuration: { rootUsername: string; rootPassword: string | undefined; dataDir: string },
): Promise<FirstAccount> {
  if ((await countSuperusers(prisma, { onlyActive: false })) > 0) return { outcome: 'already_there' };
  const { rootUsername: username, rootPassword, dataDir } = configuration;
  const password = rootPassword ?? generatePassword();
  try {
    checkUsername(username);
    checkPasswordRules(password);
    // Outside of the transaction: it is slow on purpose.
    const passwordHash = await hashPassword(password);
    return await prisma.$transaction(async (tx): Promise<FirstAccount> => {
      await lockSuperusers(tx);
      if ((await countSuperusers(tx, { onlyActive: false })) > 0) return { outcome: 'already_there' };
      const account = { username, email: '', isStaff: true, isSuperuser: true, passwordHash };
      if ((await insertAccount(tx, account)) === undefined) throw new AccountError('username_taken');
      if (rootPassword !== undefined) {
        await removeFirstPassword(dataDir);
        return { outcome: 'created', username, passwordFile: undefined };
      }
      return { outcome: 'created', username, passwordFile: await writeFirstPassword(dataDir, password) };
    });
  } catch (error) {
    if (!(error instanceof AccountError)) throw error;
    throw new AccountError('first_account_refused', { username, reason: error.message }, { cause: error });
  }
}
