import { OperatorError } from '@campus/config';
import { AccountRuleError } from './account-rule-error.ts';
import { removeFirstPassword, writeFirstPassword } from './passwords/first-password.ts';
import { generatePassword } from './passwords/generate-password.ts';
import { hashPassword } from './passwords/password-hash.ts';
import { checkPasswordRules } from './passwords/password-rules.ts';
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

/** The first account of a service cannot be made as it is configured. */
class FirstAccountError extends OperatorError {
  constructor(account: { what: string; username: string; parameters: string }, cause: AccountRuleError) {
    const { what, username, parameters } = account;
    super(`The first ${what} "${username}" cannot be made: ${cause.message} Check ${parameters}.`, { cause });
  }
}

/** What the database of a service has to do for its first account. */
interface FirstAccountSteps {
  /** What the account is, and the parameters that it is made of: told when it cannot be made. */
  what: string;
  parameters: string;
  /** Whether anybody is there who may make accounts. Asked before any work is done. */
  isThere(): Promise<boolean>;
  /**
   * Adds the account in a transaction in which no other process does the same, and calls `beforeCommit` there.
   *
   * @returns false, with nothing done or called, when another process has come first
   * @throws AccountRuleError `username_taken`
   */
  insert(
    account: { username: string; passwordHash: string },
    beforeCommit: () => Promise<void>,
  ): Promise<boolean>;
}

/**
 * Makes the first account of a service while there is none; else it does nothing and looks at no parameter.
 *
 * Of several processes that start at once one makes it. A generated password is in its file before the account is
 * committed: a process killed in between leaves a file without an account, which the next start replaces, and never
 * an account whose password nobody has.
 *
 * @param configured.password  undefined: one is generated, and written to `<dataDir>/first-password`
 * @throws FirstAccountError when name or password break a rule; FirstPasswordError; whatever the steps throw
 */
export async function makeFirstAccount(
  { isThere, insert, ...told }: FirstAccountSteps,
  configured: { username: string; password: string | undefined; dataDir: string },
): Promise<FirstAccount> {
  if (await isThere()) return { outcome: 'already_there' };
  const { username, dataDir } = configured;
  const password = configured.password ?? generatePassword();
  try {
    checkUsername(username);
    checkPasswordRules(password, { username });
    // Outside of the transaction: it is slow on purpose.
    const passwordHash = await hashPassword(password);
    let passwordFile: string | undefined;
    const isOurs = await insert({ username, passwordHash }, async () => {
      if (configured.password === undefined) passwordFile = await writeFirstPassword(dataDir, password);
      else await removeFirstPassword(dataDir);
    });
    return isOurs ? { outcome: 'created', username, passwordFile } : { outcome: 'already_there' };
  } catch (error) {
    throw error instanceof AccountRuleError ? new FirstAccountError({ ...told, username }, error) : error;
  }
}
