import { createHmac, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** Names a pair of user name and password in this process; nobody else can compute it or turn it back. */
export type PairName = string;

/** Pairs that were right a moment ago, with the account and the stored hash that they were checked against. */
export interface VerifiedPairs {
  nameOf(username: string, password: string): PairName;
  find(pair: PairName): { accountId: number; passwordHash: string } | undefined;
  remember(pair: PairName, checked: { accountId: number; passwordHash: string }): void;
  forget(pair: PairName): void;
}

const rememberedMs = 60_000;
const maxPairs = 1000;

/** Remembers each pair for 60 s after its check, however often it is used meanwhile. */
export function rememberVerifiedPairs(): VerifiedPairs {
  const key = randomBytes(32);
  const pairs = new LRUCache<PairName, { accountId: number; passwordHash: string }>({
    max: maxPairs,
    ttl: rememberedMs,
  });
  return {
    // No user name holds NUL, so no other pair gives the same text.
    nameOf: (username, password) =>
      createHmac('sha256', key).update(`${username}\0${password}`).digest('base64'),
    find: (pair) => pairs.get(pair),
    remember: (pair, checked) => void pairs.set(pair, checked),
    forget: (pair) => void pairs.delete(pair),
  };
}
