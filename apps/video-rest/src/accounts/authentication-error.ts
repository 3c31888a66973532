import { TranslatedError } from '@campus/pages';
import { authenticationMessages } from './authentication-messages.ts';

/**
 * Why a caller is not known. `token_expired` is told only to who holds the key. A revoked key is an `invalid_token`
 * like one that never was: it may be in the wrong hands. An inactive account is `inactive` by its token, and
 * `bad_credentials` by its password.
 */
export type AuthenticationErrorCode =
  | 'not_provided'
  | 'repeated_header'
  | 'invalid_token'
  | 'token_expired'
  | 'inactive'
  | 'bad_credentials'
  | 'token_missing'
  | 'token_spaces'
  | 'token_characters'
  | 'basic_missing'
  | 'basic_spaces'
  | 'basic_not_base64'
  | 'throttled'
  | 'busy';

/** The refusal of a caller. It never holds anything the caller sent. */
export class AuthenticationError extends TranslatedError {
  readonly code: AuthenticationErrorCode;
  /** With `throttled` and `busy`: when the next attempt makes sense, from 1 second. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: AuthenticationErrorCode,
    { retryAfterSeconds, cause }: { retryAfterSeconds?: number | undefined; cause?: unknown } = {},
  ) {
    super(authenticationMessages[code], {
      values: retryAfterSeconds === undefined ? {} : { wait: retryAfterSeconds },
      cause,
    });
    this.name = 'AuthenticationError';
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
