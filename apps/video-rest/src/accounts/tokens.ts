import { hash, randomBytes } from 'node:crypto';
import { type Actor, changeAs } from '@campus/accounts';
import type { Database, Transaction } from '../data/open-database.ts';
import { endToken, insertToken } from '../data/tokens.ts';
import { AccountError } from './account-error.ts';

const maxCharacters = 200;

/**
 * Makes an access token of a user, who may have any number of them.
 *
 * @param token.expiresAt  from this instant on it is refused; undefined: never
 * @param token.by         whom the administration history names
 * @returns the key, which is stored nowhere: whoever asked must keep it
 * @throws AccountError `user_not_found`, `invalid_label`, `expiry_in_past`
 */
export async function createToken(
  db: Pick<Database, 'prisma' | 'callers'>,
  token: { username: string; label?: string; expiresAt?: Date; by: Actor; now?: Date },
): Promise<{ id: number; key: string }> {
  const { username, label = '', expiresAt, by, now = new Date() } = token;
  if ([...label].length > maxCharacters || /\p{Cc}/u.test(label))
    throw new AccountError('invalid_label', { maxCharacters });
  if (expiresAt !== undefined && expiresAt <= now)
    throw new AccountError('expiry_in_past', { expiresAt: expiresAt.toISOString() });
  const key = newTokenKey();
  const row = {
    username,
    label,
    expiresAt: expiresAt ?? null,
    keyHash: hashTokenKey(key),
    keyPrefix: tokenKeyPrefix(key),
  };
  const id = await changeAs(db, by, (tx: Transaction) => insertToken(tx, row));
  if (id === undefined) throw new AccountError('user_not_found', { username });
  return { id, key };
}

/**
 * Ends a token at once. Ending it again changes nothing.
 *
 * @param change.by  whom the administration history names
 * @throws AccountError `token_not_found`
 */
export async function revokeToken(
  db: Pick<Database, 'prisma' | 'callers'>,
  { id, by, now = new Date() }: { id: number; by: Actor; now?: Date },
): Promise<void> {
  const isThere = await changeAs(db, by, (tx: Transaction) => endToken(tx, { id, now }));
  if (!isThere) throw new AccountError('token_not_found', { id });
}

const shownCharacters = 8;

/** A new key: 20 random bytes as 40 hexadecimal digits, the form that clients of such platforms know. */
export function newTokenKey(): string {
  return randomBytes(20).toString('hex');
}

/** Whether a text has the form of a key; exactly, as upstream compares it. */
export function isTokenKey(text: string): boolean {
  return /^[0-9a-f]{40}$/.test(text);
}

/** What is stored of a key. Its 160 random bits need no salt and no slow hash. */
export function hashTokenKey(key: string): string {
  return hash('sha256', key);
}

/** By which people tell keys apart. */
function tokenKeyPrefix(key: string): string {
  return key.slice(0, shownCharacters);
}
