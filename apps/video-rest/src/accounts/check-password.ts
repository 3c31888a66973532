import { findForSignIn, type SignInRow } from '../data/accounts.ts';
import type { Database } from '../data/open-database.ts';
import { AuthenticationError } from './authentication-error.ts';
import { verifyPassword } from './password-hash.ts';
import { type AttemptLimits, attemptLimits, throttleAttempts } from './throttle-attempts.ts';
import { isUsername } from './username.ts';
import { type PairName, rememberVerifiedPairs } from './verified-pairs.ts';

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
 * @throws AuthenticationError  `bad_credentials` whatever is wrong (no such user, no password, another password,
 *   inactive), after the same time; `throttled`
 */
export type CheckPassword = (attempt: PasswordAttempt) => Promise<SignInRow>;

export function createPasswordCheck({
  database,
  limits = attemptLimits,
}: {
  database: Pick<Database, 'pool'>;
  limits?: AttemptLimits;
}): CheckPassword {
  const verified = rememberVerifiedPairs();
  const beginAttempt = throttleAttempts(limits);
  const underWay = new Map<string, Promise<SignInRow>>();

  async function recall(pair: PairName, username: string): Promise<SignInRow | undefined> {
    const checked = verified.find(pair);
    if (checked === undefined) return undefined;
    const account = await findForSignIn(database, username);
    if (
      account?.isActive === true &&
      account.id === checked.userId &&
      account.passwordHash === checked.passwordHash
    )
      return account;
    verified.forget(pair);
    return undefined;
  }

  async function check(pair: PairName, { username, password, address }: PasswordAttempt): Promise<SignInRow> {
    const takeBack = await beginAttempt({ address, username });
    // What can be no user name is not asked for: PostgreSQL refuses some of it (NUL) as text.
    const account = isUsername(username) ? await findForSignIn(database, username) : undefined;
    const isRight = await verifyPassword(password, account?.passwordHash ?? null);
    if (!isRight || !account?.isActive || account.passwordHash === null)
      throw new AuthenticationError('bad_credentials');
    await takeBack();
    verified.remember(pair, { userId: account.id, passwordHash: account.passwordHash });
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
