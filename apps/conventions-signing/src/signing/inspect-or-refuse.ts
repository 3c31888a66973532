import { type PdfFacts, type PdfInspector, PdfRefusal } from '../pdf/inspect.ts';
import type { ChangeDeps } from './change-record.ts';
import { SigningError, type SigningErrorCode } from './errors.ts';
import type { ReceivedPdf } from './signable.ts';

const codes = {
  not_a_pdf: 'not_a_pdf',
  encrypted: 'encrypted_pdf',
  too_complex: 'pdf_too_complex',
} satisfies Record<PdfRefusal['code'], SigningErrorCode>;

/** What a change works with that takes a PDF. */
export interface InspectionDeps extends ChangeDeps {
  inspector: PdfInspector;
}

/**
 * Facts of a readable, unencrypted PDF with at least one page.
 *
 * @param options.caller      whose turn at the inspection it takes
 * @param options.registered  the document that it should begin with, when it answers one
 * @throws SigningError  `not_a_pdf`, `encrypted_pdf`, `pdf_too_complex`
 * @throws BudgetSpentError
 */
export async function inspectOrRefuse(
  { inspector }: Pick<InspectionDeps, 'inspector'>,
  { bytes, pointer }: ReceivedPdf,
  { caller, registered }: { caller: string; registered?: { size: number; sha256: string } },
): Promise<PdfFacts> {
  try {
    return await inspector.inspect(bytes, { caller, registered });
  } catch (error) {
    if (!(error instanceof PdfRefusal)) throw error;
    throw new SigningError(codes[error.code], error.message, {
      problems: [{ pointer, message: error.message }],
      cause: error,
    });
  }
}
