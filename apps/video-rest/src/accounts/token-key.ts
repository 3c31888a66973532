import { hash, randomBytes } from 'node:crypto';

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
export function tokenKeyPrefix(key: string): string {
  return key.slice(0, shownCharacters);
}
