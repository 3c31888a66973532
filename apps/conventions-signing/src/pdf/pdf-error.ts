import { codedError } from '@campus/config';

/**
 * `not_a_pdf`: nonsense, empty, truncated, or without a page. `encrypted`: by a user password, or by an owner
 * password alone. `too_complex`: opening it took more time or memory than one document may take.
 */
type PdfErrorCode = 'not_a_pdf' | 'encrypted' | 'too_complex';

/** Says why a file cannot be taken; the message is made to be read by whoever sent it. */
export class PdfError extends codedError<PdfErrorCode>() {}
