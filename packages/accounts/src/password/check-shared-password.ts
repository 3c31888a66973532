import { BudgetSpentError } from '@campus/service';
import { SignInError } from '../sign-in-error.ts';
import { addressBlock } from '../throttling/address-block.ts';
import { type AttemptLimits, attemptLimits, throttleAttempts } from '../throttling/throttle-attempts.ts';
import { hashLanes } from './hash-lanes.ts';
import { verifyPassword } from './password-hash.ts';
import { type AttemptName, rememberVerified } from './remember-verified.ts';

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
 * @throws SignInError  `bad_credentials`, `throttled`, `busy`
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
      if (!(error instanceof BudgetSpentError)) throw error;
      const { retryAfterSeconds } = error;
      throw new SignInError('busy', { retryAfterSeconds });
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
