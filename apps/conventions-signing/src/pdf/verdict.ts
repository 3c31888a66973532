import { z } from 'zod';
import { signatureFindings } from './signature-findings.ts';

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
