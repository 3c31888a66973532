import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';

/** Where something stands in the order of a feed. */
export interface Place {
  /** From 1, without gaps; 0: before the first. */
  position: number;
  /** Hexadecimal: another order has another one there. */
  hash: string;
}

/** Of the hash, so much that no other chain has the same: a database that was put back has one from then on. */
const hashLength = 16;

/** A cursor that came back, of either form. */
export const cursorForm = /^(?:\d{1,15}-[0-9a-f]{16}|[\w-]{59})$/;

/** Of the form that tells a place to whoever reads it, which can be made up. */
const openForm = /^\d{1,15}-[0-9a-f]{16}$/;

/** Whether a cursor is one of `openCursors`, which only whoever sees every entry was given. */
export function isOpenCursor(text: string): boolean {
  return openForm.test(text);
}

/** Places in the order as a program keeps them. */
export interface Cursors {
  /** The same whenever that change is told. */
  ofChange(place: Place): string;
  /** How far somebody has read. */
  ofPage(place: Place): string;
}

/** For whoever sees every entry. */
export const openCursors: Cursors = { ofChange: textOf, ofPage: textOf };

/**
 * For whoever sees some entries alone: they tell nothing of how many there are, and those of a page, which goes further with
 * what others do, not even whether it has.
 *
 * @param key  of the instance, 32 bytes
 */
export function sealedCursors(key: Uint8Array): Cursors {
  return {
    ofChange(place) {
      const text = bytesOf(place);
      return seal(text, key, createHmac('sha256', key).update(text).digest().subarray(0, nonceBytes));
    },
    ofPage: (place) => seal(bytesOf(place), key, randomBytes(nonceBytes)),
  };
}

/**
 * The place of a cursor, with what it tells of the hash; null: none of ours.
 *
 * @param text  of the form of a cursor
 */
export async function placeIn(text: string, key: () => Promise<Uint8Array>): Promise<Place | null> {
  const [position = '', hash] = isOpenCursor(text) ? text.split('-') : [];
  if (hash !== undefined) return { position: Number(position), hash };
  const sealed = Buffer.from(text, 'base64url');
  const decipher = createDecipheriv(cipher, await key(), sealed.subarray(0, nonceBytes), { authTagLength });
  try {
    const opened = decipher.setAuthTag(sealed.subarray(-authTagLength));
    const bytes = Buffer.concat([opened.update(sealed.subarray(nonceBytes, -authTagLength)), opened.final()]);
    return { position: Number(bytes.readBigUInt64BE()), hash: bytes.toString('hex', positionBytes) };
  } catch {
    // Of another instance, or made up.
    return null;
  }
}

const cipher = 'aes-256-gcm';
const [nonceBytes, positionBytes, authTagLength] = [12, 8, 16];

function textOf({ position, hash }: Place): string {
  return `${position}-${hash.slice(0, hashLength)}`;
}

function bytesOf({ position, hash }: Place): Buffer {
  const bytes = Buffer.alloc(positionBytes);
  bytes.writeBigUInt64BE(BigInt(position));
  return Buffer.concat([bytes, Buffer.from(hash.slice(0, hashLength), 'hex')]);
}

function seal(bytes: Uint8Array, key: Uint8Array, nonce: Uint8Array): string {
  const sealing = createCipheriv(cipher, key, nonce, { authTagLength });
  const sealed = [nonce, sealing.update(bytes), sealing.final(), sealing.getAuthTag()];
  return Buffer.concat(sealed).toString('base64url');
}
