import { randomBytes } from 'node:crypto';

/**
 * A token as a page may show it: another text each time. The length of a compressed page tells what in it repeats, and
 * so, over many pages, a secret that stands beside what a stranger wrote there (BREACH).
 *
 * @returns base64url, of the mask and of the token under it
 */
export function maskToken(token: string): string {
  const bytes = Buffer.from(token);
  const mask = randomBytes(bytes.length);
  return Buffer.concat([mask, under(mask, bytes)]).toString('base64url');
}

/** The token in what `maskToken` gave; of any other text, a text that is no token. */
export function unmaskToken(masked: string): string {
  const bytes = Buffer.from(masked, 'base64url');
  const half = bytes.length >> 1;
  return under(bytes.subarray(0, half), bytes.subarray(half)).toString();
}

function under(mask: Buffer, bytes: Buffer): Buffer {
  return Buffer.from(bytes.map((byte, index) => byte ^ (mask[index] ?? 0)));
}
