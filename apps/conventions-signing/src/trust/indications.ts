/** The words of a judgement: closed lists. */

/** As EN 319 102-1 has them: TOTAL-PASSED, INDETERMINATE, TOTAL-FAILED. */
export const judgementStatuses = ['passed', 'indeterminate', 'failed'] as const;

export type JudgementStatus = (typeof judgementStatuses)[number];

/** Sub-indications of EN 319 102-1 §5.1.3, those that are used here. */
export const subIndications = [
  'FORMAT_FAILURE',
  'HASH_FAILURE',
  'SIG_CRYPTO_FAILURE',
  'REVOKED',
  'EXPIRED',
  'NOT_YET_VALID',
  'NO_SIGNING_CERTIFICATE_FOUND',
  'NO_CERTIFICATE_CHAIN_FOUND',
  'CHAIN_CONSTRAINTS_FAILURE',
  'CERTIFICATE_CHAIN_GENERAL_FAILURE',
  'CRYPTO_CONSTRAINTS_FAILURE',
  'CRYPTO_CONSTRAINTS_FAILURE_NO_POE',
  'REVOKED_NO_POE',
  'REVOKED_CA_NO_POE',
  'OUT_OF_BOUNDS_NO_POE',
  'TIMESTAMP_ORDER_FAILURE',
  'TRY_LATER',
  'GENERIC',
] as const;

type SubIndication = (typeof subIndications)[number];

/** Why, in one word each; `judgement-words.ts` has the sentences. */
export const judgementReasons = [
  'malformed',
  'unknown-kind',
  'content-changed',
  'signature-wrong',
  'certificate-missing',
  'certificate-not-named',
  'certificate-malformed',
  'no-way-to-an-anchor',
  'anchor-not-accepted',
  'not-an-authority',
  'path-too-long',
  'name-not-permitted',
  'key-usage',
  'unknown-extension',
  'policy-missing',
  'expired-before-signing',
  'expired',
  'authority-expired',
  'authority-not-yet-valid',
  'signed-before-valid',
  'revoked-before-signing',
  'revoked',
  'authority-revoked',
  'no-revocation-information',
  'old-revocation-information',
  'weak-algorithm',
  'times-contradict',
  'too-much',
] as const;

export type JudgementReason = (typeof judgementReasons)[number];

/** A signature, or a time stamp of the whole document. */
export const signatureKinds = ['signature', 'time-stamp'] as const;

/** Of a signature that has passed; `other` of one that has not. */
export const levels = ['qualified', 'advanced', 'other'] as const;

/** Levels of PAdES. */
export const formats = ['B', 'T', 'LT', 'LTA'] as const;

/** What somebody may know the signature's existence by. */
export const existenceProofs = ['signature-time-stamp', 'document-time-stamp', 'deposit'] as const;

/** What one signature, or what proves a time, comes to. */
export interface Verdict {
  status: JudgementStatus;
  subIndication: SubIndication | null;
  reason: JudgementReason | null;
  certificate?: string;
  at?: Date;
}

export const passed: Verdict = { status: 'passed', subIndication: null, reason: null };

/** Neither passed nor failed: nobody can tell. */
export function unknown(subIndication: SubIndication, reason: JudgementReason): Verdict {
  return { status: 'indeterminate', subIndication, reason };
}

/** Certificates are read as far as somebody asks: this one, or one above it, is odd further down. */
export function malformedCertificate(certificate: string | null): Verdict {
  const verdict = unknown('CERTIFICATE_CHAIN_GENERAL_FAILURE', 'certificate-malformed');
  return certificate === null ? verdict : { ...verdict, certificate };
}
