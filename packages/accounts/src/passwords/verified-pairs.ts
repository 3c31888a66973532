import { createHmac, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** Names a user name with a password and the client that sent them; nobody else can compute it or turn it back. */
export type PairName = string;

/** Pairs that were right a moment ago at one client, with the account and the stored hash that they were checked against. */
interface VerifiedPairs {
  nameOf(attempt: { client: string; username: string; password: string }): PairName;
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
    // No client and no user name holds NUL, so no other pair gives the same text.
    nameOf: ({ client, username, password }) =>
      createHmac('sha256', key).update(`${client}\0${username}\0${password}`).digest('base64'),
    find: (pair) => pairs.get(pair),
    remember: (pair, checked) => void pairs.set(pair, checked),
    forget: (pair) => void pairs.delete(pair),
  };
}
