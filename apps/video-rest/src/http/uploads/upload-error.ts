/**
 * Why a multipart body was not taken.
 *
 * - `too_large`: the file, the text parts together, or what else was sent is larger than allowed
 * - `malformed`: no valid multipart body
 * - `encoded`: the body has a Content-Encoding
 * - `unexpected_file`: a file part that is not asked for, or the second of two
 * - `client_gone`: the connection broke; nobody is left to be told
 */
export type UploadErrorCode = 'too_large' | 'malformed' | 'encoded' | 'unexpected_file' | 'client_gone';

/** The refusal of an upload; nothing of it is left on disk. */
export class UploadError extends Error {
  readonly code: UploadErrorCode;
  /** With `too_large`: what would have been taken. */
  readonly maxBytes: number | undefined;
  /** With `unexpected_file`: the name of the part. */
  readonly part: string | undefined;

  constructor(
    code: UploadErrorCode,
    message: string,
    { maxBytes, part, cause }: { maxBytes?: number; part?: string; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.name = 'UploadError';
    this.code = code;
    this.maxBytes = maxBytes;
    this.part = part;
  }
}
