import { verifyPassword } from './password-hash.ts';
import { SignInError } from './sign-in-error.ts';
import { type AttemptLimits, attemptLimits, throttleAttempts } from './throttle-attempts.ts';
import { isUsername } from './username.ts';
import { type PairName, rememberVerifiedPairs } from './verified-pairs.ts';

/** What must be known of an account to check a password. */
export interface PasswordAccount {
  id: number;
  /** Null: nobody signs in to it by password. */
  passwordHash: string | null;
  isActive: boolean;
}

export interface PasswordAttempt {
  username: string;
  password: string;
  /** Of the client, as text. */
  address: string;
}

/**
 * Checks a user name and a password against the accounts as they are now, and gives the account.
 *
 * A pair that was right is remembered for 60 s, which saves the hash; the account is read nevertheless, so a changed
 * password or an account that was disabled ends it at once. Wrong pairs are throttled, see `throttleAttempts`.
 *
 * @throws SignInError  `bad_credentials` whatever is wrong (no such user, no password, another password, inactive),
 *   after the same time; `throttled`
 */
export type CheckPassword<Account extends PasswordAccount> = (attempt: PasswordAttempt) => Promise<Account>;

/**
 * A check with its own memory of attempts and of right pairs: one for all doors of a process, since each further one
 * would grant as many attempts again.
 *
 * @param findForSignIn  the account of a user name, exactly as written, as it is now
 * @param limits         how often a password may be wrong
 */
export function createPasswordCheck<Account extends PasswordAccount>({
  findForSignIn,
  limits = attemptLimits,
}: {
  findForSignIn: (username: string) => Promise<Account | undefined>;
  limits?: AttemptLimits | undefined;
}): CheckPassword<Account> {
  const verified = rememberVerifiedPairs();
  const beginAttempt = throttleAttempts(limits);
  const underWay = new Map<string, Promise<Account>>();

  async function recall(pair: PairName, username: string): Promise<Account | undefined> {
    const checked = verified.find(pair);
    if (checked === undefined) return undefined;
    const account = await findForSignIn(username);
    if (
      account?.isActive === true &&
      account.id === checked.accountId &&
      account.passwordHash === checked.passwordHash
    )
      return account;
    verified.forget(pair);
    return undefined;
  }

  async function check(pair: PairName, { username, password, address }: PasswordAttempt): Promise<Account> {
    const takeBack = await beginAttempt({ address, username });
    // What can be no user name is not asked for: PostgreSQL refuses some of it (NUL) as text.
    const account = isUsername(username) ? await findForSignIn(username) : undefined;
    const isRight = await verifyPassword(password, account?.passwordHash ?? null);
    if (!isRight || !account?.isActive || account.passwordHash === null)
      throw new SignInError('bad_credentials');
    await takeBack();
    verified.remember(pair, { accountId: account.id, passwordHash: account.passwordHash });
    return account;
  }

  return async function checkPassword(attempt) {
    const { username, password, address } = attempt;
    const pair = verified.nameOf(username, password);
    const recalled = await recall(pair, username);
    if (recalled !== undefined) return recalled;
    // A client that sends twenty requests at once has made one attempt, not twenty.
    const name = `${address} ${pair}`;
    let checking = underWay.get(name);
    if (checking === undefined) {
      checking = check(pair, attempt).finally(() => underWay.delete(name));
      underWay.set(name, checking);
    }
    return checking;
  };
}
