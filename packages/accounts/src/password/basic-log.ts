import type { Log } from '@campus/service';
import { LRUCache } from 'lru-cache';
import { addressBlock } from '../throttling/throttle-attempts.ts';

/** Of one account from one client a sign-in is told no more often: a program sends its password with each request. */
const tellEveryMs = 15 * 60 * 1000;
const mostPairs = 10_000;

/** Whose log names the request; read only where there is something to write, since it is made then. */
interface Asked {
  readonly log: Pick<Log, 'info'>;
}

/** Writes the lines of sign-ins by HTTP Basic, in the words of those on the pages. */
export function createBasicLog() {
  const told = new LRUCache<string, true>({ max: mostPairs, ttl: tellEveryMs });
  return {
    /** @param refused.account  where it is known to be one */
    refused(asked: Asked | undefined, refused: { account: string | undefined; why?: string }): void {
      asked?.log.info({ by: 'basic', ...refused }, 'a sign-in was refused');
    },
    accepted(asked: Asked | undefined, { account, address }: { account: string; address: string }): void {
      const pair = `${addressBlock(address)} ${account}`;
      if (told.has(pair)) return;
      told.set(pair, true);
      asked?.log.info({ by: 'basic', account }, 'somebody has signed in');
    },
  };
}
