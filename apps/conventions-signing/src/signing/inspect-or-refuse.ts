import type { ReceivedPdf } from '../domain/signable.ts';
import { PdfError, type PdfFacts, type PdfInspector, type TrustRequest } from '../pdf/inspect.ts';
import type { TrustAnchors } from '../trust/trust-anchor.ts';
import type { ChangeDeps } from './change-record.ts';
import { SigningError, type SigningErrorCode } from './errors.ts';

const codes = {
  not_a_pdf: 'not_a_pdf',
  encrypted: 'encrypted_pdf',
  too_complex: 'pdf_too_complex',
} satisfies Record<PdfError['code'], SigningErrorCode>;

/** What a change works with that takes a PDF. */
export interface InspectionDeps extends ChangeDeps {
  inspector: PdfInspector;
}

/** What takes signed PDFs works with. */
export interface DepositDeps extends InspectionDeps {
  /** Those whom the institution trusts now; null: nobody was named, and signatures are not judged. */
  anchors: () => TrustAnchors | null;
}

/**
 * Facts of a readable, unencrypted PDF with at least one page.
 *
 * @param options.caller      whose turn at the inspection it takes
 * @param options.registered  the document that it should begin with, when it answers one
 * @param options.trust       by whom its signatures are judged, and as of when; absent: they are not
 * @throws SigningError  `not_a_pdf`, `encrypted_pdf`, `pdf_too_complex`
 * @throws BudgetSpentError
 */
export async function inspectOrRefuse(
  { inspector }: Pick<InspectionDeps, 'inspector'>,
  { bytes, pointer }: ReceivedPdf,
  options: {
    caller: string;
    registered?: { size: number; sha256: string };
    trust?: TrustRequest | undefined;
  },
): Promise<PdfFacts> {
  const { caller, registered, trust } = options;
  try {
    return await inspector.inspect(bytes, { caller, registered, trust });
  } catch (error) {
    if (!(error instanceof PdfError)) throw error;
    throw new SigningError(codes[error.code], error.message, {
      problems: [{ pointer, message: error.message }],
      cause: error,
    });
  }
}
