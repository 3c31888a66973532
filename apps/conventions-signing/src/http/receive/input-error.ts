import type { InputProblem } from '../../signing/errors.ts';

/** The closed list of what can be wrong with a request before a use case sees it, beside what breaks the contract. */
export type InputErrorCode =
  | 'malformed_request'
  | 'malformed_json'
  | 'invalid_query'
  | 'invalid_header'
  | 'invalid_multipart'
  | 'method_not_allowed'
  | 'not_acceptable'
  | 'not_found'
  | 'unknown_cursor'
  | 'body_too_large'
  | 'too_many_documents'
  | 'unsupported_media_type';

/** A request that cannot be taken; nothing has changed. */
export class InputError extends Error {
  readonly code: InputErrorCode;
  readonly problems: InputProblem[];
  /** For `method_not_allowed`: the value of `Allow`. */
  readonly allow: string | undefined;

  constructor(
    code: InputErrorCode,
    message: string,
    { problems = [], allow, cause }: { problems?: InputProblem[]; allow?: string; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.name = 'InputError';
    this.code = code;
    this.problems = problems;
    this.allow = allow;
  }
}
