import { z } from 'zod';
import { judgement } from '../trust/judgement.ts';
import type { TrustAnchors } from '../trust/trust-anchor.ts';
import { signatureFindings } from './signature-findings.ts';

/** The document that was to be signed: how many bytes, and their SHA-256 in lower-case hexadecimal. */
export interface RegisteredDocument {
  size: number;
  sha256: string;
}

/** By whom the signatures of a file are judged, and as of when. */
export interface TrustRequest {
  anchors: TrustAnchors;
  now: Date;
}

/** What the child process is told to read. */
export interface InspectionRequest {
  bytes: Uint8Array;
  /** What the file should begin with. */
  registered: RegisteredDocument | undefined;
  /** Absent: nobody judges. */
  trust?: TrustRequest | undefined;
}

/** The same on its way: a process keeps the anchors that it was told, of which there may be megabytes. */
export interface SentRequest extends Omit<InspectionRequest, 'trust'> {
  trust?: { version: string; anchors?: TrustAnchors['anchors']; now: Date } | undefined;
}

/**
 * What the child process says about one file: facts, or why it refuses. Facts with a judgement come twice: first with
 * what holds should judging take too much.
 *
 * Checked on arrival, since the process that sends it has just read a stranger's bytes.
 */
export const verdict = z.union([
  z.object({
    facts: z.object({
      pages: z.int().positive(),
      signatures: signatureFindings,
      judgement: judgement.nullable(),
    }),
  }),
  z.object({ refused: z.enum(['not_a_pdf', 'encrypted', 'too_complex']), message: z.string() }),
]);

export type Verdict = z.infer<typeof verdict>;
