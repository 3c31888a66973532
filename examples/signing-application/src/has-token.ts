import { createHash, timingSafeEqual } from 'node:crypto';

/**
 * Whether an `Authorization` header is `Bearer` with exactly this token (RFC 6750 §2.1; RFC 9110 §11.1: the
 * name of the scheme in any case).
 */
export function hasToken(authorization: string | undefined, token: string): boolean {
  const presented = /^Bearer +([\w.~+/-]+=*)$/i.exec(authorization ?? '')?.[1];
  if (presented === undefined) return false;
  // Hashes are of one length, so that the time of the comparison tells neither length nor content.
  return timingSafeEqual(digest(presented), digest(token));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
