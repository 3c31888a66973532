import { z } from 'zod';
import { isUnchanged } from './is-unchanged.ts';

/**
 * Version of the rules behind `SignatureFindings`, to be stored beside them: after a change of the rules,
 * findings of an older version can be computed again from the stored file.
 */
export const signatureRules = 4;

const instant = z.iso.datetime();

/**
 * What holds the names in the signer's certificate to its key; more than one may hold.
 *
 * `self-signed`: its own key signed it, as anybody can. `issuer-not-embedded`: the issuer's certificate did not
 * come along, so that nobody sees whether it issued this one. `certificate-not-bound`: the signature does not
 * name its certificate by a hash (RFC 5035), or names another. `certificate-altered`: it is not what its issuer
 * signed, or not what the signature names; such a signature is never valid.
 */
const certificateFinding = z.enum([
  'self-signed',
  'issuer-not-embedded',
  'certificate-not-bound',
  'certificate-altered',
]);

export type CertificateFinding = z.infer<typeof certificateFinding>;

/** From the least to the most; what cannot be compared is none of them. */
const comparisonResult = z.enum([
  'unchanged',
  'signatures-added',
  'forms-filled',
  'annotations-added',
  'pages-changed',
  'not-comparable',
]);

export type ComparisonResult = z.infer<typeof comparisonResult>;

/** What the file shows, beside what its first bytes, the registered document, show alone. */
export const comparison = z.object({
  result: comparisonResult,
  /**
   * Numbers of the pages that the result is about, from 1, the first 100: where signatures are to be seen, where
   * fields were filled, annotations added, or the page changed; none when the whole document is meant.
   */
  pages: z.array(z.int().positive()),
});

export type Comparison = z.infer<typeof comparison>;

/**
 * What one signature says of itself, and whether the bytes that it covers are those that were signed.
 *
 * Integrity, not identity: whether its certificate is trusted, revoked or expired is not asked.
 */
export const signatureFinding = z.object({
  /** Common name in the signer's certificate (a time-stamp authority's for a time stamp); else as the file claims. */
  signer: z.string().nullable(),
  /** UTC, as the signer's own clock claimed it; for a time stamp, as its authority certifies it. */
  signedAt: instant.nullable(),
  /**
   * The covered bytes are those that were signed, the certificate's key made the signature, and nothing that came
   * along contradicts the certificate.
   */
  digestValid: z.boolean(),
  /** Bytes from the file's beginning up to the end of what it covers; 0 when its byte range is not well-formed. */
  coversUpTo: z.int().nonnegative(),
  /** The signer's certificate as it came with the signature; names as in RFC 4514. */
  certificate: z
    .object({ subject: z.string(), issuer: z.string(), validFrom: instant, validTo: instant })
    .nullable(),
  /** Null in findings that were stored before rules 2. */
  certificateFindings: z.array(certificateFinding).nullable(),
});

export type SignatureFinding = z.infer<typeof signatureFinding>;

/** What the digital signatures in a PDF say: findings, never a reason to refuse the file. */
export const signatureFindings = z.object({
  /** Signature values; fields that wait for one are not counted. */
  count: z.int().nonnegative(),
  /** Some valid signature's byte range reaches the end of the file; white space behind it does not matter. */
  wholeFileCovered: z.boolean(),
  /** The file begins with exactly the bytes of the registered document; what it shows is for `comparison`. */
  beginsWithRegisteredDocument: z.boolean(),
  /** @deprecated the same, and that `comparison` found nothing but signatures added, or was not asked */
  registeredDocumentUnchanged: z.boolean(),
  /** Null in findings that were stored before rules 2. */
  comparison: comparison.nullable(),
  /** By `coversUpTo`, the least first; not all when `count` is above the limit of `examine-signatures.ts`. */
  items: z.array(signatureFinding),
});

export type SignatureFindings = z.infer<typeof signatureFindings>;

/** As they stand in the database, of any version of the rules; what a version did not ask is null. */
export const storedFindings = signatureFindings
  .extend({
    // Before rules 3 the deprecated name was the only one, and meant this.
    beginsWithRegisteredDocument: z.boolean().optional(),
    comparison: signatureFindings.shape.comparison.default(null),
    items: z.array(
      signatureFinding.extend({
        certificateFindings: signatureFinding.shape.certificateFindings.default(null),
      }),
    ),
  })
  .transform((findings): SignatureFindings => {
    const { registeredDocumentUnchanged, comparison } = findings;
    const { beginsWithRegisteredDocument = registeredDocumentUnchanged } = findings;
    const origin = { beginsWithRegisteredDocument, comparison };
    return { ...findings, ...origin, registeredDocumentUnchanged: isUnchanged(origin) };
  });
