import { z } from 'zod';

/**
 * Version of the rules behind `SignatureFindings`, to be stored beside them: after a change of the rules,
 * findings of an older version can be computed again from the stored file.
 */
export const signatureRules = 1;

const instant = z.iso.datetime();

/**
 * What one signature says of itself, and whether the bytes that it covers are those that were signed.
 *
 * Integrity, not identity: whether its certificate is trusted, revoked or expired is not asked.
 */
const signatureFinding = z.object({
  /** Common name in the signer's certificate (a time-stamp authority's for a time stamp); else as the file claims. */
  signer: z.string().nullable(),
  /** UTC, as the signer's own clock claimed it; for a time stamp, as its authority certifies it. */
  signedAt: instant.nullable(),
  /** The covered bytes are those that were signed, and the certificate's key made the signature. */
  digestValid: z.boolean(),
  /** Bytes from the file's beginning up to the end of what it covers; 0 when its byte range is not well-formed. */
  coversUpTo: z.int().nonnegative(),
  /** The signer's certificate as it came with the signature; names as in RFC 4514. */
  certificate: z
    .object({ subject: z.string(), issuer: z.string(), validFrom: instant, validTo: instant })
    .nullable(),
});

export type SignatureFinding = z.infer<typeof signatureFinding>;

/** What the digital signatures in a PDF say: findings, never a reason to refuse the file. */
export const signatureFindings = z.object({
  /** Signature values; fields that wait for one are not counted. */
  count: z.int().nonnegative(),
  /** Some valid signature's byte range reaches the end of the file; white space behind it does not matter. */
  wholeFileCovered: z.boolean(),
  /** The file begins with exactly the bytes of the registered document. */
  registeredDocumentUnchanged: z.boolean(),
  /** By `coversUpTo`, the least first; not all when `count` is above the limit of `examine-signatures.ts`. */
  items: z.array(signatureFinding),
});

export type SignatureFindings = z.infer<typeof signatureFindings>;
