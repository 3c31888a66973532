import { hash, randomBytes } from 'node:crypto';
import { BudgetSpentError } from '@campus/service';
import { LRUCache } from 'lru-cache';
import { isUsername, type PasswordAccount } from '../account.ts';
import { SignInError } from '../sign-in-error.ts';
import type { KnownClients } from '../throttling/known-clients.ts';
import {
  type Attempt,
  type AttemptLimits,
  addressBlock,
  attemptLimits,
  createSlowDown,
  slowDownLimits,
  throttleAttempts,
} from '../throttling/throttle-attempts.ts';
import { hashLanes } from './hash-in-turn.ts';
import { verifyPassword } from './password-hash.ts';

interface PasswordAttempt {
  username: string;
  password: string;
  /** Of the client, as text. */
  address: string;
  /** Whether it is asked in a session of this account: no stranger's failures slow its owner down then. */
  isSignedIn?: boolean;
}

/**
 * Checks a user name and a password against the accounts as they are now, and gives the account.
 *
 * A pair that was right is remembered for 60 s for the client that sent it, which saves the hash; the account is read
 * nevertheless, so a changed password or an account that was disabled ends it at once. Wrong pairs are throttled by
 * client before anything else is looked at, and by account, see `throttleAttempts` and `createSlowDown`. What is to be
 * hashed takes its turn, see `hashLanes`.
 *
 * @throws SignInError  `bad_credentials` whatever is wrong (no such user, no password, another password, inactive),
 *   after the same time; `throttled`; `too_many_at_once`; `busy`
 */
export type CheckPassword<Account extends PasswordAccount> = (attempt: PasswordAttempt) => Promise<Account>;

/**
 * A check with its own memory of attempts and of right pairs: one for all doors of a process, since each further one
 * would grant as many attempts again.
 *
 * @param findForSignIn  the account of a user name, exactly as written, as it is now
 * @param findAgain      the same for a pair that is remembered, may be kept; absent: as `findForSignIn`
 * @param known          clients that strangers' failures do not slow down
 * @param limits         how often a password may be wrong
 * @param now            in milliseconds
 */
export function createPasswordCheck<Account extends PasswordAccount>(options: {
  findForSignIn: (username: string) => Promise<Account | undefined>;
  findAgain?: (username: string) => Promise<Account | undefined>;
  known: KnownClients;
  limits?: AttemptLimits | undefined;
  now?: () => number;
}): CheckPassword<Account> {
  const { findForSignIn, findAgain = findForSignIn, known, limits = attemptLimits, now = Date.now } = options;
  const verified = rememberVerified<{ accountId: number; passwordHash: string }>();
  const throttle = throttleAttempts(limits);
  const beginAtAccount = createSlowDown({ limits: slowDownLimits, now });
  const underWay = new Map<AttemptName, Promise<Account>>();

  async function recall(pair: AttemptName, username: string): Promise<Account | undefined> {
    const checked = verified.find(pair);
    if (checked === undefined) return undefined;
    const account = await findAgain(username);
    if (
      account?.isActive === true &&
      account.id === checked.accountId &&
      account.passwordHash === checked.passwordHash
    )
      return account;
    verified.forget(pair);
    return undefined;
  }

  /** Counts an attempt at the client and at the account. @returns takes it back */
  async function begin(attempt: Attempt, { isKnown }: { isKnown: boolean }): Promise<() => Promise<void>> {
    const { isFirst, takeBack } = await throttle.begin(attempt);
    try {
      const takeBackAtAccount = beginAtAccount({ ...attempt, isFirst, isKnown });
      return async () => {
        takeBackAtAccount();
        await takeBack();
      };
    } catch (error) {
      await takeBack();
      throw error;
    }
  }

  async function check(pair: AttemptName, attempt: PasswordAttempt, counted: Attempt): Promise<Account> {
    const { username, isSignedIn = false } = attempt;
    const client = addressBlock(attempt.address);
    // What can be no user name is not asked for: PostgreSQL refuses some of it (NUL) as text.
    const account = isUsername(username) ? await findForSignIn(username) : undefined;
    // Asked of nobody too, who takes as long as everybody.
    const isKnown = isSignedIn || (await known.has(account?.id ?? 0, client));
    const takeBack = await begin(counted, { isKnown });
    const found = await tried(attempt, { account, counted, isKnown }).catch(async (error: unknown) => {
      // Nothing was tried.
      await takeBack();
      throw withoutTurn(error);
    });
    if (found === undefined) throw refusalOf(account && username);
    await takeBack();
    await known.remember(found.id, client);
    verified.remember(pair, { accountId: found.id, passwordHash: found.passwordHash });
    return found;
  }

  return async function checkPassword(attempt) {
    const counted = countedAs(attempt);
    await throttle.refuseSpent(counted);
    const pair = verified.nameOf([counted.client, attempt.username, attempt.password]);
    const recalled = await recall(pair, attempt.username);
    if (recalled !== undefined) return recalled;
    // A client that sends twenty requests at once has made one attempt, not twenty.
    const checking = underWay.get(pair) ?? check(pair, attempt, counted).finally(() => underWay.delete(pair));
    underWay.set(pair, checking);
    return checking;
  };
}

function refusalOf(account: string | undefined): SignInError {
  return Object.assign(new SignInError('bad_credentials'), { account });
}

/** Under which names an attempt is counted: all that can be no user name together, each session's by itself. */
function countedAs({ username, address, isSignedIn }: PasswordAttempt): Attempt {
  return {
    client: isSignedIn === true ? `session of ${username}` : addressBlock(address),
    username: isUsername(username) ? username : '',
  };
}

/** The account, if the password is its own, hashed in the lane of the client; undefined: anything is wrong. */
async function tried<Account extends PasswordAccount>(
  { password }: PasswordAttempt,
  { account, counted, isKnown }: { account: Account | undefined; counted: Attempt; isKnown: boolean },
): Promise<(Account & { passwordHash: string }) | undefined> {
  const passwordHash = account?.passwordHash ?? null;
  const verify = () => verifyPassword(password, passwordHash);
  const isRight = isKnown
    ? await hashLanes.known.run(counted.username, verify)
    : await hashLanes.strangers.run(counted.client, verify);
  return isRight && account?.isActive && passwordHash !== null ? { ...account, passwordHash } : undefined;
}

interface SharedPasswordAttempt {
  /** What the password opens, as nothing else is called. */
  name: string;
  passwordHash: string;
  password: string;
  /** Of the client, as text. */
  address: string;
}

/**
 * Checks the password of something that many open with the same one, such as a video.
 *
 * Failures are counted by client, and by client with what it tries to open, within the limits of the sign-in; they slow
 * nobody else, since strangers who share a password cannot be told from those who guess at it. What is to be hashed
 * takes its turn among strangers. A password that was right is known for a minute to all: a class comes at once.
 *
 * @throws SignInError  `bad_credentials`, `throttled`, `too_many_at_once`, `busy`
 */
export type CheckSharedPassword = (attempt: SharedPasswordAttempt) => Promise<void>;

/** A check with its own memory of attempts: one for a process, since each further one would grant as many again. */
export function createSharedPasswordCheck(limits: AttemptLimits = attemptLimits): CheckSharedPassword {
  const throttle = throttleAttempts(limits);
  const verified = rememberVerified();
  const underWay = new Map<AttemptName, Promise<boolean>>();

  async function check({ name, passwordHash, password }: SharedPasswordAttempt, client: string) {
    const { takeBack } = await throttle.begin({ client, username: name });
    try {
      const isRight = await hashLanes.strangers.run(client, () => verifyPassword(password, passwordHash));
      if (isRight) await takeBack();
      return isRight;
    } catch (error) {
      // Nothing was tried.
      await takeBack();
      throw withoutTurn(error);
    }
  }

  return async function checkSharedPassword(attempt) {
    const { name, passwordHash, password } = attempt;
    const client = addressBlock(attempt.address);
    await throttle.refuseSpent({ client, username: name });
    const said = verified.nameOf([name, passwordHash, password]);
    if (verified.find(said) !== undefined) return;
    // A client that sends twenty requests at once has made one attempt, not twenty.
    const one = verified.nameOf([client, name, passwordHash, password]);
    const checking = underWay.get(one) ?? check(attempt, client).finally(() => underWay.delete(one));
    underWay.set(one, checking);
    if (!(await checking)) throw new SignInError('bad_credentials');
    verified.remember(said, {});
  };
}

/** What somebody is told whose turn cannot come, in the words of a sign-in; whatever else has failed stays as it is. */
function withoutTurn(error: unknown): unknown {
  if (!(error instanceof BudgetSpentError)) return error;
  const code = error.budget === 'caller' ? 'too_many_at_once' : 'busy';
  return new SignInError(code, { wait: error.retryAfterSeconds });
}

/** Names a password with what it was said for; nobody else can compute it or turn it back. */
type AttemptName = string;

/** What was right a moment ago, with what it was checked against. */
interface Verified<Checked> {
  /** @param parts  none holds NUL but the last, the password */
  nameOf(parts: readonly string[]): AttemptName;
  find(attempt: AttemptName): Checked | undefined;
  remember(attempt: AttemptName, checked: Checked): void;
  forget(attempt: AttemptName): void;
}

const rememberedMs = 60_000;
const maxAttempts = 1000;

/** Remembers each for 60 s after its check, however often it is used meanwhile. */
function rememberVerified<Checked extends object>(): Verified<Checked> {
  // No name leaves the process, so a key before the parts is enough: HMAC takes 30 times as long.
  const key = randomBytes(32).toString('hex');
  const attempts = new LRUCache<AttemptName, Checked>({ max: maxAttempts, ttl: rememberedMs });
  return {
    nameOf: (parts) => hash('sha256', key + parts.join('\0'), 'base64'),
    find: (attempt) => attempts.get(attempt),
    remember: (attempt, checked) => void attempts.set(attempt, checked),
    forget: (attempt) => void attempts.delete(attempt),
  };
}
