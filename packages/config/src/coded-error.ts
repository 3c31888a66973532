import { ExpectedError } from './expected-error.ts';

/**
 * A class of expected failures with a closed list of codes; their messages tell the particulars.
 *
 *     class PdfRefusal extends codedError<'not_a_pdf' | 'encrypted'>() {}
 *     throw new PdfRefusal('encrypted', 'is protected by a password');
 *
 * @param Base  what it is besides, such as an `OperatorError`
 */
export function codedError<Code extends string>(Base = ExpectedError) {
  return class extends Base {
    readonly code: Code;

    constructor(code: Code, message: string, options?: { cause?: unknown }) {
      super(message, options);
      this.code = code;
    }
  };
}
