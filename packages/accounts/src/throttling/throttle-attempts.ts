/** How often a client may be wrong about a password, in all and with each account; each process counts for itself. */
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { SignInError } from '../sign-in-error.ts';

/** Failures in each window of time, which begins with the first of them. */
export interface AttemptLimits {
  perAddress: number;
  perAddressAndAccount: number;
  windowSeconds: number;
}

/** Somebody who mistypes is wrong a few times; a school behind one address is wrong more often. */
export const attemptLimits: AttemptLimits = { perAddress: 50, perAddressAndAccount: 10, windowSeconds: 60 };

/** Who tries, and at which account. */
export interface Attempt {
  client: string;
  username: string;
}

interface Throttle {
  /**
   * Refuses whoever has been wrong too often, before anything else is asked.
   *
   * @throws SignInError `throttled`
   */
  refuseSpent(attempt: Attempt): Promise<void>;
  /**
   * Counts an attempt before it is made, as a failure, so that many at once cannot pass together.
   *
   * @throws SignInError `throttled`; the attempt must not be made
   */
  begin(attempt: Attempt): Promise<CountedAttempt>;
}

interface CountedAttempt {
  /** Whether the client has not been wrong about the account in this window. */
  isFirst: boolean;
  takeBack(): Promise<void>;
}

export function throttleAttempts(limits: AttemptLimits): Throttle {
  const duration = limits.windowSeconds;
  const byClient = new RateLimiterMemory({ points: limits.perAddress, duration });
  const byAccount = new RateLimiterMemory({ points: limits.perAddressAndAccount, duration });
  const accountKey = ({ client, username }: Attempt) => `${client} ${username}`;

  return {
    async refuseSpent(attempt) {
      await refuseIfSpent(byClient, attempt.client);
      await refuseIfSpent(byAccount, accountKey(attempt));
    },
    async begin(attempt) {
      const { client } = attempt;
      // The client first: what is refused there leaves no entry for the name, of which it can make up any number.
      await consume(byClient, client);
      try {
        const { consumedPoints } = await consume(byAccount, accountKey(attempt));
        return {
          isFirst: consumedPoints === 1,
          async takeBack() {
            await byClient.reward(client);
            await byAccount.reward(accountKey(attempt));
          },
        };
      } catch (error) {
        await byClient.reward(client);
        throw error;
      }
    },
  };
}

async function refuseIfSpent(limiter: RateLimiterMemory, key: string): Promise<void> {
  const spent = await limiter.get(key);
  if (spent !== null && spent.consumedPoints >= limiter.points) throw throttled(spent);
}

async function consume(limiter: RateLimiterMemory, key: string): Promise<RateLimiterRes> {
  try {
    return await limiter.consume(key);
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    throw throttled(refusal);
  }
}

function throttled({ msBeforeNext }: RateLimiterRes): SignInError {
  return new SignInError('throttled', { retryAfterSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)) });
}
