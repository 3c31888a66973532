import { codedInputError } from '../../domain/input-problem.ts';

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
export class InputError extends codedInputError<InputErrorCode>() {
  /** For `method_not_allowed`: the value of `Allow`. */
  allow?: string;
}
