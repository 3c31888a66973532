import { LRUCache } from 'lru-cache';
import { type Asked, logRefusal, logSignIn } from '../sign-in-log.ts';
import { addressBlock } from '../throttling/throttle-attempts.ts';

/** Of one account from one client a sign-in is told no more often: a program sends its password with each request. */
const tellEveryMs = 15 * 60 * 1000;
const mostPairs = 10_000;

/** Writes the lines of sign-ins by HTTP Basic. */
export function createBasicLog() {
  const told = new LRUCache<string, true>({ max: mostPairs, ttl: tellEveryMs });
  return {
    /** @param refused.account  where it is known to be one */
    refused(asked: Asked | undefined, refused: { account: string | undefined; why?: string }): void {
      if (asked) logRefusal(asked, { by: 'basic', ...refused });
    },
    accepted(asked: Asked | undefined, { account, address }: { account: string; address: string }): void {
      const pair = `${addressBlock(address)} ${account}`;
      if (told.has(pair)) return;
      told.set(pair, true);
      if (asked) logSignIn(asked, { by: 'basic', account });
    },
  };
}
