import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { MediaFile } from './media-file.ts';

/**
 * The right to read one folder of outputs, or one source, until an instant: `<seconds>-<mac>`. It stands in the
 * path, so that the relative addresses in a playlist carry it on.
 */
export function signatureFor(
  mediaFile: MediaFile,
  { key, expiresAt }: { key: Uint8Array | KeyObject; expiresAt: Date },
): string {
  const seconds = Math.floor(expiresAt.getTime() / 1000);
  return `${seconds}-${mac(key, mediaFile, String(seconds))}`;
}

/** Whether a signature holds for this file at this instant. */
export function isSigned(
  mediaFile: MediaFile,
  { signature, key, now }: { signature: string; key: Uint8Array | KeyObject; now: Date },
): boolean {
  const cut = signature.indexOf('-');
  const seconds = signature.slice(0, cut);
  const given = Buffer.from(signature.slice(cut + 1));
  const right = Buffer.from(mac(key, mediaFile, seconds));
  return (
    given.length === right.length && timingSafeEqual(given, right) && now.getTime() < Number(seconds) * 1000
  );
}

/** Outputs are signed by folder; a source stands alone, since another takes its place when it is replaced. */
function mac(key: Uint8Array | KeyObject, { videoId, folder, file }: MediaFile, seconds: string): string {
  const signed = folder === 'source' ? `${videoId}/source/${file}` : `${videoId}/${folder}`;
  return createHmac('sha256', key).update(`media\n${seconds}\n${signed}`).digest('base64url');
}
