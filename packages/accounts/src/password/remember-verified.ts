import { hash, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** Names a password with what it was said for; nobody else can compute it or turn it back. */
export type AttemptName = string;

/** What was right a moment ago, with what it was checked against. */
interface Verified<Checked> {
  /** @param parts  none holds NUL but the last, the password */
  nameOf(parts: readonly string[]): AttemptName;
  find(attempt: AttemptName): Checked | undefined;
  remember(attempt: AttemptName, checked: Checked): void;
  forget(attempt: AttemptName): void;
}

const rememberedMs = 60_000;
const maxAttempts = 1000;

/** Remembers each for 60 s after its check, however often it is used meanwhile. */
export function rememberVerified<Checked extends object>(): Verified<Checked> {
  // No name leaves the process, so a key before the parts is enough: HMAC takes 30 times as long.
  const key = randomBytes(32).toString('hex');
  const attempts = new LRUCache<AttemptName, Checked>({ max: maxAttempts, ttl: rememberedMs });
  return {
    nameOf: (parts) => hash('sha256', key + parts.join('\0'), 'base64'),
    find: (attempt) => attempts.get(attempt),
    remember: (attempt, checked) => void attempts.set(attempt, checked),
    forget: (attempt) => void attempts.delete(attempt),
  };
}
