/** How often a client may be wrong about a password, in all and with each account; each process counts for itself. */
import { isIPv6 } from 'node:net';
import { LRUCache } from 'lru-cache';
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

export function throttleAttempts(limits: AttemptLimits) {
  const duration = limits.windowSeconds;
  const byClient = new RateLimiterMemory({ points: limits.perAddress, duration });
  const byAccount = new RateLimiterMemory({ points: limits.perAddressAndAccount, duration });
  const accountKey = ({ client, username }: Attempt) => `${client} ${username}`;

  return {
    /**
     * Refuses whoever has been wrong too often, before anything else is asked.
     *
     * @throws SignInError `throttled`
     */
    async refuseSpent(attempt: Attempt): Promise<void> {
      await refuseIfSpent(byClient, attempt.client);
      await refuseIfSpent(byAccount, accountKey(attempt));
    },
    /**
     * Counts an attempt before it is made, as a failure, so that many at once cannot pass together.
     *
     * @throws SignInError `throttled`; the attempt must not be made
     */
    async begin(attempt: Attempt) {
      const { client } = attempt;
      // The client first: what is refused there leaves no entry for the name, of which it can make up any number.
      await consume(byClient, client);
      try {
        const { consumedPoints } = await consume(byAccount, accountKey(attempt));
        return {
          /** Whether the client has not been wrong about the account in this window. */
          isFirst: consumedPoints === 1,
          async takeBack(): Promise<void> {
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
  return new SignInError('throttled', { wait: Math.max(1, Math.ceil(msBeforeNext / 1000)) });
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

interface SlowDownLimits {
  /** Clients that are wrong before any wait. */
  freeClients: number;
  firstWaitSeconds: number;
  longestWaitSeconds: number;
  /** After this long without an attempt all is forgotten. */
  forgottenAfterSeconds: number;
}

export const slowDownLimits: SlowDownLimits = {
  freeClients: 5,
  firstWaitSeconds: 10,
  longestWaitSeconds: 300,
  forgottenAfterSeconds: 3600,
};

/** Names that are counted at once: each costs a hash, so nobody makes others be forgotten quickly. */
const maxSlowedAccounts = 50_000;

/**
 * How fast strangers may guess at one account, from however many addresses. The first few clients that are wrong cost
 * nothing; then each more makes the next attempt wait twice as long, up to some minutes. What one client guesses is
 * counted once in each window of its own throttle, which slows that client alone. Of names that nobody has the same is
 * true, so that nothing shows who exists. Whoever has been right before neither waits nor counts: a script that goes on
 * would make its owner wait for ever at a new address. Kept in memory, so each process counts for itself.
 */
export function createSlowDown({ limits, now }: { limits: SlowDownLimits; now: () => number }) {
  const { freeClients, firstWaitSeconds, longestWaitSeconds, forgottenAfterSeconds } = limits;
  const failures = new LRUCache<string, { count: number; lastAt: number }>({
    max: maxSlowedAccounts,
    ttl: forgottenAfterSeconds * 1000,
    ttlResolution: 0,
    perf: { now },
  });

  function waitSeconds(count: number): number {
    if (count < freeClients) return 0;
    return Math.min(longestWaitSeconds, firstWaitSeconds * 2 ** (count - freeClients));
  }

  /**
   * Counts an attempt at an account before it is made, as a failure.
   *
   * @param attempt.isFirst  the client has not been wrong about the account in its window
   * @param attempt.isKnown  it has been right about it before: it need not wait
   * @returns takes the attempt back
   * @throws SignInError `throttled`; the attempt must not be made
   */
  return function begin(attempt: { username: string; isFirst: boolean; isKnown: boolean }): () => void {
    const { username, isFirst, isKnown } = attempt;
    if (isKnown) return () => undefined;
    const { count, lastAt } = failures.get(username) ?? { count: 0, lastAt: 0 };
    const at = now();
    const leftMs = lastAt + waitSeconds(count) * 1000 - at;
    if (leftMs > 0) throw new SignInError('throttled', { wait: Math.ceil(leftMs / 1000) });
    const own = { count: isFirst ? count + 1 : count, lastAt: at };
    failures.set(username, own);
    return function takeBack() {
      const counted = failures.get(username);
      if (counted === undefined) return;
      const left = isFirst ? counted.count - 1 : counted.count;
      if (left <= 0) failures.delete(username);
      // As if it had not been, unless somebody else has tried since.
      else failures.set(username, { count: left, lastAt: counted === own ? lastAt : counted.lastAt });
    };
  };
}
