/**
 * How fast strangers may guess at one account, from however many addresses. The first few clients that are wrong cost
 * nothing; then each more makes the next attempt wait twice as long, up to some minutes. What one client guesses is
 * counted once in each window of its own throttle, which slows that client alone. Of names that nobody has the same is
 * true, so that nothing shows who exists. Whoever has been right before neither waits nor counts: a script that goes on
 * would make its owner wait for ever at a new address. Kept in memory, so each process counts for itself.
 */
import { LRUCache } from 'lru-cache';
import { SignInError } from '../sign-in-error.ts';

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
 * Counts an attempt at an account before it is made, as a failure.
 *
 * @param attempt.isFirst  the client has not been wrong about the account in its window
 * @param attempt.isKnown  it has been right about it before: it need not wait
 * @returns takes the attempt back
 * @throws SignInError `throttled`; the attempt must not be made
 */
type BeginAtAccount = (attempt: { username: string; isFirst: boolean; isKnown: boolean }) => () => void;

export function createSlowDown({
  limits,
  now,
}: {
  limits: SlowDownLimits;
  now: () => number;
}): BeginAtAccount {
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

  return function begin({ username, isFirst, isKnown }) {
    if (isKnown) return () => undefined;
    const { count, lastAt } = failures.get(username) ?? { count: 0, lastAt: 0 };
    const at = now();
    const leftMs = lastAt + waitSeconds(count) * 1000 - at;
    if (leftMs > 0) throw new SignInError('throttled', { retryAfterSeconds: Math.ceil(leftMs / 1000) });
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
