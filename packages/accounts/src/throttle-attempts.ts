/**
 * How often somebody may be wrong about a password: counted for each client address, and for each address with each
 * account. Never for an account alone: whoever knows a name could lock its owner out. Kept in memory, so each process
 * counts for itself.
 */
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { addressBlock } from './address-block.ts';
import { SignInError } from './sign-in-error.ts';

/** Failures in each window of time, which begins with the first of them. */
export interface AttemptLimits {
  perAddress: number;
  perAddressAndAccount: number;
  windowSeconds: number;
}

/** Somebody who mistypes is wrong a few times; a school behind one address is wrong more often. */
export const attemptLimits: AttemptLimits = { perAddress: 50, perAddressAndAccount: 10, windowSeconds: 60 };

/**
 * Counts an attempt before it is made, as a failure, so that many at once cannot pass together.
 *
 * @returns takes the attempt back, once it has succeeded
 * @throws SignInError `throttled`; the attempt must not be made
 */
export type BeginAttempt = (attempt: { address: string; username: string }) => Promise<() => Promise<void>>;

export function throttleAttempts(limits: AttemptLimits): BeginAttempt {
  const duration = limits.windowSeconds;
  const byAddress = new RateLimiterMemory({ points: limits.perAddress, duration });
  const byAccount = new RateLimiterMemory({ points: limits.perAddressAndAccount, duration });

  return async function beginAttempt({ address, username }) {
    const client = addressBlock(address);
    // The address first: what is refused there leaves no entry for the name, of which a client can make up any number.
    await consume(byAddress, client);
    const account = `${client} ${username}`;
    try {
      await consume(byAccount, account);
    } catch (error) {
      await byAddress.reward(client);
      throw error;
    }
    return async function takeBack() {
      await byAddress.reward(client);
      await byAccount.reward(account);
    };
  };
}

async function consume(limiter: RateLimiterMemory, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    const retryAfterSeconds = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
    throw new SignInError('throttled', { retryAfterSeconds });
  }
}
