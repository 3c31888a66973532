import { TranslatedError } from '@campus/pages';
import { signInMessages } from './sign-in-messages.ts';

/**
 * Why somebody is not let in by a password. `bad_credentials` is all that is told: not whether there is such a user,
 * whether it is active, or has a password at all. `busy`: so many passwords are being checked that this one was not.
 */
export type SignInErrorCode = 'bad_credentials' | 'throttled' | 'busy';

/** The refusal of a password. It never holds anything the client sent. */
export class SignInError extends TranslatedError {
  readonly code: SignInErrorCode;
  /** With `throttled` and `busy`: when the next attempt makes sense, from 1 second. */
  readonly retryAfterSeconds: number | undefined;

  constructor(code: SignInErrorCode, { retryAfterSeconds }: { retryAfterSeconds?: number } = {}) {
    super(signInMessages[code], {
      values: retryAfterSeconds === undefined ? {} : { wait: retryAfterSeconds },
    });
    this.name = 'SignInError';
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
