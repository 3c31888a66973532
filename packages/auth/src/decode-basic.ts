import type { Authorization, AuthorizationRefusal, RefusalReason } from './authorization.ts';

/**
 * Decodes the credentials of the Basic scheme (RFC 7617 §2): canonical base64 of `user:password`, UTF-8 where
 * the bytes are valid UTF-8, else Latin-1. The first colon separates, so a password may hold more of them.
 */
export function decodeBasic(credentials: string): Authorization | AuthorizationRefusal {
  const bytes = Buffer.from(credentials, 'base64');
  // Buffer skips what is not base64; only a text that encodes back to itself was base64 throughout.
  if (bytes.toString('base64') !== credentials) return refused('not-base64');
  const text = decodeText(bytes);
  // RFC 7617 §2: user-id and password must not contain any control characters.
  if (/\p{Cc}/u.test(text)) return refused('invalid-characters');
  const colon = text.indexOf(':');
  if (colon === -1) return refused('no-colon');
  return { kind: 'basic', username: text.slice(0, colon), password: text.slice(colon + 1) };
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decodeText(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    return bytes.toString('latin1');
  }
}

function refused(reason: RefusalReason): AuthorizationRefusal {
  return { kind: 'refused', reason, scheme: 'Basic' };
}
