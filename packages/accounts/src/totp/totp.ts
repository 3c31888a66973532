/** Codes of authenticator apps (RFC 6238): six digits, SHA-1, 30 seconds, as all of these apps take them. */
import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

/** As long as the hash (RFC 4226 §4, R6). */
const secretBytes = 20;
const common = { algorithm: 'SHA1', digits: 6, period: 30 } as const;

/** One step before and after: a clock that is wrong, a code that is typed slowly (RFC 6238 §5.2). */
const window = 1;

/** A new key, in Base32, as people type it. */
export function newTotpKey(): string {
  return new Secret({ buffer: bytesOf(randomBytes(secretBytes)) }).base32;
}

/** The bytes of a key that `newTotpKey` made; undefined for anything else. */
export function totpKeyIn(text: string): Uint8Array | undefined {
  return /^[A-Z2-7]{32}$/.test(text) ? Secret.fromBase32(text).bytes : undefined;
}

/** What an authenticator app reads from a QR code. */
export function totpUri(key: string, { issuer, username }: { issuer: string; username: string }): string {
  return new TOTP({ ...common, issuer, label: username, secret: key }).toString();
}

/** Which step a code belongs to, around now; undefined when it is none of this key. */
export function totpStep(code: string, { key, now }: { key: Uint8Array; now: Date }): number | undefined {
  const timestamp = now.getTime();
  const secret = new Secret({ buffer: bytesOf(key) });
  const delta = TOTP.validate({ ...common, token: code, secret, timestamp, window });
  return delta === null ? undefined : Math.floor(timestamp / 1000 / common.period) + delta;
}

/** The bytes alone, of whatever buffer they are a part. */
function bytesOf(bytes: Uint8Array): ArrayBuffer {
  return Uint8Array.from(bytes).buffer;
}
