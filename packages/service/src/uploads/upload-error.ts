import { codedError } from '@campus/config';

/**
 * Why a multipart body was not taken.
 *
 * - `too_large`: a file, or the body as a whole
 * - `texts_too_large`: a text part, or all of them together
 * - `unexpected_file`: a file part that is not asked for, or the second of a name
 * - `parts_refused`: there are too many parts, or the name of one is missing or too long
 * - `malformed`: no valid multipart body
 * - `encoded`: the body has a Content-Encoding
 * - `client_gone`: the connection broke; nobody is left to be told
 */
type UploadErrorCode =
  | 'too_large'
  | 'texts_too_large'
  | 'unexpected_file'
  | 'parts_refused'
  | 'malformed'
  | 'encoded'
  | 'client_gone';

/** The refusal of an upload; nothing of it is left on disk. */
export class UploadError extends codedError<UploadErrorCode>() {
  /** What is too large: what would have been taken. */
  readonly maxBytes: number;
  /** The name of the part, where it is about one. */
  readonly part: string | undefined;

  constructor(
    code: UploadErrorCode,
    message: string,
    { maxBytes = 0, part, cause }: { maxBytes?: number; part?: string | undefined; cause?: unknown } = {},
  ) {
    super(code, message, { cause });
    this.maxBytes = maxBytes;
    this.part = part;
  }
}

export function fileTooLarge({ name, maxBytes }: { name: string; maxBytes: number }): UploadError {
  const message = `the file "${name}" is larger than ${maxBytes} bytes`;
  return new UploadError('too_large', message, { maxBytes, part: name });
}
