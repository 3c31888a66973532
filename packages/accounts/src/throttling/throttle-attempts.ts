/** How often a client may be wrong about a password, in all and with each account; each process counts for itself. */
import { isIPv6 } from 'node:net';
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

/**
 * What counts as one client among addresses: an IPv4 address, also where it is written as IPv6, or the first 64 bits
 * of an IPv6 address, since everybody who has one has all addresses of that block.
 */
export function addressBlock(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const withoutZone = address.replace(/%.*$/, '');
  if (!isIPv6(withoutZone)) return address;
  // `::` stands for as many zeros as are missing to eight groups; a dotted end counts for two.
  const [start = '', end] = withoutZone
    .toLowerCase()
    .replace(/\d+\.\d+\.\d+\.\d+$/, '0:0')
    .split('::');
  const [before, after] = [start, end ?? ''].map((part) => (part === '' ? [] : part.split(':')));
  const missing = 8 - (before?.length ?? 0) - (after?.length ?? 0);
  const groups = [...(before ?? []), ...Array<string>(missing).fill('0'), ...(after ?? [])];
  const block = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${block.join(':')}::/64`;
}
