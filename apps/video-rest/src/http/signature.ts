import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';

/**
 * The right to read something until an instant: `<seconds>-<mac>`. Of media it stands in the path, so that the relative
 * addresses in a playlist carry it on.
 *
 * @param scope  what may be read, as nothing else is called
 */
export function signatureFor(
  scope: string,
  { key, expiresAt }: { key: Uint8Array | KeyObject; expiresAt: Date },
): string {
  const seconds = Math.floor(expiresAt.getTime() / 1000);
  return `${seconds}-${mac(key, scope, String(seconds))}`;
}

/** Whether a signature holds for this at this instant. */
export function isSigned(
  scope: string,
  { signature, key, now }: { signature: string; key: Uint8Array | KeyObject; now: Date },
): boolean {
  const cut = signature.indexOf('-');
  const seconds = signature.slice(0, cut);
  const given = Buffer.from(signature.slice(cut + 1));
  const right = Buffer.from(mac(key, scope, seconds));
  return (
    given.length === right.length && timingSafeEqual(given, right) && now.getTime() < Number(seconds) * 1000
  );
}

/** When a signature that holds ends. */
export function endOf(signature: string): Date {
  return new Date(Number(signature.slice(0, signature.indexOf('-'))) * 1000);
}

function mac(key: Uint8Array | KeyObject, scope: string, seconds: string): string {
  return createHmac('sha256', key).update(`media\n${seconds}\n${scope}`).digest('base64url');
}
