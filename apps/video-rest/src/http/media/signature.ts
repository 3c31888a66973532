import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { MediaPlace } from './media-place.ts';

/**
 * The right to read one folder of outputs, or one source, until an instant: `<seconds>-<mac>`. It stands in the
 * path, so that the relative addresses in a playlist carry it on.
 */
export function signatureFor(
  place: MediaPlace,
  { key, expiresAt }: { key: Uint8Array | KeyObject; expiresAt: Date },
): string {
  const seconds = Math.floor(expiresAt.getTime() / 1000);
  return `${seconds}-${mac(key, place, String(seconds))}`;
}

/** Whether a signature holds for this place at this instant. */
export function isSigned(
  place: MediaPlace,
  { signature, key, now }: { signature: string; key: Uint8Array | KeyObject; now: Date },
): boolean {
  const cut = signature.indexOf('-');
  const seconds = signature.slice(0, cut);
  const given = Buffer.from(signature.slice(cut + 1));
  const right = Buffer.from(mac(key, place, seconds));
  return (
    given.length === right.length && timingSafeEqual(given, right) && now.getTime() < Number(seconds) * 1000
  );
}

/** Outputs are signed by folder; a source stands alone, since another takes its place when it is replaced. */
function mac(key: Uint8Array | KeyObject, { videoId, folder, file }: MediaPlace, seconds: string): string {
  const signed = folder === 'source' ? `${videoId}/source/${file}` : `${videoId}/${folder}`;
  return createHmac('sha256', key).update(`media\n${seconds}\n${signed}`).digest('base64url');
}
