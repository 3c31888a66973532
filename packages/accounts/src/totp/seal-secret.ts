import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const cipher = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/** Keeps secrets in rows so that a row alone tells nothing, and that none works for another account. */
export interface Sealed {
  seal(accountId: number, secret: Uint8Array): Buffer;
  /** @throws Error when it was sealed for another account, with another key, or changed since */
  open(accountId: number, sealed: Uint8Array): Buffer;
}

/** @param key  32 bytes, the same in all processes */
export function sealWith(key: Uint8Array): Sealed {
  const accountOf = (accountId: number) => Buffer.from(`account ${accountId}`);
  return {
    seal(accountId, secret) {
      const nonce = randomBytes(nonceBytes);
      const sealing = createCipheriv(cipher, key, nonce, { authTagLength: tagBytes }).setAAD(
        accountOf(accountId),
      );
      const text = Buffer.concat([sealing.update(secret), sealing.final()]);
      return Buffer.concat([nonce, sealing.getAuthTag(), text]);
    },
    open(accountId, sealed) {
      const bytes = Buffer.from(sealed);
      const [nonce, tag, text] = [
        bytes.subarray(0, nonceBytes),
        bytes.subarray(nonceBytes, nonceBytes + tagBytes),
        bytes.subarray(nonceBytes + tagBytes),
      ];
      const opening = createDecipheriv(cipher, key, nonce, { authTagLength: tagBytes })
        .setAAD(accountOf(accountId))
        .setAuthTag(tag);
      return Buffer.concat([opening.update(text), opening.final()]);
    },
  };
}
