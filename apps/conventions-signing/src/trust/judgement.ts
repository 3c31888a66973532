import { z } from 'zod';
import * as indications from './indications.ts';

/**
 * Version of the rules behind a `Judgement`, stored beside it: after a change of the rules, deposits are judged again.
 */
export const judgementRules = 4;

const instant = z.iso.datetime();

/** One signature, or one time stamp of the whole document. */
const signatureJudgement = z.object({
  kind: z.enum(indications.signatureKinds),
  /** Common name in the certificate of whoever signed; null without one. */
  signer: z.string().nullable(),
  status: z.enum(indications.judgementStatuses),
  /** Null when it has passed. */
  subIndication: z.enum(indications.subIndications).nullable(),
  reason: z.enum(indications.judgementReasons).nullable(),
  /** The certificate that the reason is about, and the instant, where there is one. */
  about: z.object({ certificate: z.string().nullable(), at: instant.nullable() }),
  /** `other` unless it has passed. */
  level: z.enum(indications.levels),
  /** What the document brings along, as the levels of PAdES (EN 319 142-1); null for a time stamp. */
  format: z.enum(indications.formats).nullable(),
  /** It was there at this time at the latest, and what proves it. */
  existedAt: instant,
  existedBy: z.enum(indications.existenceProofs),
  /** Who answers for the signer: from the issuer up to the anchor; empty without a way to one. */
  chain: z.array(z.string()),
  /** Where the anchor comes from. */
  anchor: z.string().nullable(),
});

export type SignatureJudgement = z.infer<typeof signatureJudgement>;

/** What is to be believed of the signatures in a PDF; a finding, never a reason to refuse it. */
export const judgement = z.object({
  /** The worst of the signatures, time stamps of the document aside; null without any. */
  status: z.enum(indications.judgementStatuses).nullable(),
  /** As the signatures of `SignatureFindings`, the same in the same order. */
  items: z.array(signatureJudgement),
});

export type Judgement = z.infer<typeof judgement>;
