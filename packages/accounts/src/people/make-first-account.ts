import { OperatorError } from '@campus/config';
import type pg from 'pg';
import { AccountRuleError } from '../account-rule-error.ts';
import { serviceItself } from '../history/actor.ts';
import { changeAs, type Statements, statementsOn, type Transactions } from '../history/change-as.ts';
import { generatePassword } from '../password/generate-password.ts';
import { hashPassword } from '../password/password-hash.ts';
import { checkPasswordRules } from '../password/password-rules.ts';
import { checkUsername } from '../username.ts';
import { removeFirstPassword, writeFirstPassword } from './first-password.ts';

/** What became of the first account; nothing in it is secret. */
export type FirstAccount =
  | { outcome: 'already_there' }
  | {
      outcome: 'created';
      username: string;
      /** Where its generated password stands; undefined when the password came from the configuration. */
      passwordFile: string | undefined;
    };

/** The first account of a service cannot be made as it is configured. */
class FirstAccountError extends OperatorError {
  constructor(account: { what: string; username: string; parameters: string }, cause: AccountRuleError) {
    const { what, username, parameters } = account;
    super(`The first ${what} "${username}" cannot be made: ${cause.message} Check ${parameters}.`, { cause });
  }
}

/** What a service knows of its first account. */
interface FirstAccountSteps<Transaction> {
  /** What the account is, and the parameters that it is made of: told when it cannot be made. */
  what: string;
  parameters: string;
  /** How many may make accounts. Asked before any work is done. */
  count(db: Statements): Promise<number>;
  /** Makes this transaction the only one that makes such an account, until it ends. */
  lock(tx: Transaction): Promise<void>;
  /** Adds the account; false when the name is taken. */
  insert(tx: Transaction, account: { username: string; passwordHash: string }): Promise<boolean>;
}

/**
 * Makes the first account of a service while there is none; else it does nothing and looks at no parameter.
 *
 * Of several processes that start at once one makes it. A generated password is in its file before the account is
 * committed: a process killed in between leaves a file without an account, which the next start replaces, and never
 * an account whose password nobody has.
 *
 * @param configuration.rootPassword  undefined: one is generated, and written to `<dataDir>/first-password`
 * @throws FirstAccountError when name or password break a rule, or the name is taken; FirstPasswordError
 */
export async function makeFirstAccount<Transaction extends Statements>(
  db: { pool: pg.Pool; prisma: Transactions<Transaction> },
  { count, lock, insert, ...told }: FirstAccountSteps<Transaction>,
  configuration: { rootUsername: string; rootPassword: string | undefined; dataDir: string },
): Promise<FirstAccount> {
  if ((await count(statementsOn(db.pool))) > 0) return { outcome: 'already_there' };
  const { rootUsername: username, rootPassword, dataDir } = configuration;
  const password = rootPassword ?? generatePassword();
  try {
    checkUsername(username);
    checkPasswordRules(password, { username });
    // Outside of the transaction: it is slow on purpose.
    const passwordHash = await hashPassword(password);
    return await changeAs(db.prisma, serviceItself, async (tx: Transaction) => {
      await lock(tx);
      if ((await count(tx)) > 0) return { outcome: 'already_there' };
      if (!(await insert(tx, { username, passwordHash }))) throw new AccountRuleError('username_taken');
      if (rootPassword === undefined)
        return { outcome: 'created', username, passwordFile: await writeFirstPassword(dataDir, password) };
      await removeFirstPassword(dataDir);
      return { outcome: 'created', username, passwordFile: undefined };
    });
  } catch (error) {
    throw error instanceof AccountRuleError ? new FirstAccountError({ ...told, username }, error) : error;
  }
}
