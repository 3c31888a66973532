import { z } from 'zod';
import { signatureFindings } from './signature-findings.ts';

/** The document that was to be signed: how many bytes, and their SHA-256 in lower-case hexadecimal. */
export interface RegisteredDocument {
  size: number;
  sha256: string;
}

/** What the child process is told to read. */
export interface InspectionRequest {
  bytes: Uint8Array;
  /** What the file should begin with. */
  registered: RegisteredDocument | undefined;
}

/**
 * What the child process says about one file: facts, or why it refuses.
 *
 * Checked on arrival, since the process that sends it has just read a stranger's bytes.
 */
export const verdict = z.union([
  z.object({ facts: z.object({ pages: z.int().positive(), signatures: signatureFindings }) }),
  z.object({ refusal: z.enum(['not_a_pdf', 'encrypted', 'too_complex']), message: z.string() }),
]);

export type Verdict = z.infer<typeof verdict>;
