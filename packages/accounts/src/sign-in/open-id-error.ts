import { TranslatedError } from '@campus/pages';
import { openIdMessages } from './open-id-messages.ts';

/** Why somebody is not let in by the identity provider of the institution. */
export type OpenIdErrorCode =
  /** It does not answer, or not as a provider does. */
  | 'unreachable'
  /** It says that somebody has cancelled, or is not allowed. */
  | 'denied'
  /** What it says does not prove who somebody is. */
  | 'refused'
  /** Somebody comes back who has not been sent there by this browser, or too long ago. */
  | 'stale'
  /** It knows them, and we do not, or not any more. */
  | 'no_account';

/** The refusal of a sign-in by OpenID Connect. */
export class OpenIdError extends TranslatedError {
  readonly code: OpenIdErrorCode;
  /** For the log, without anything secret; undefined when all is told by the code. */
  readonly reason: string | undefined;

  constructor(code: OpenIdErrorCode, { name = '', reason }: { name?: string; reason?: string } = {}) {
    super(openIdMessages[code], { values: { name } });
    this.name = 'OpenIdError';
    this.code = code;
    this.reason = reason;
  }
}
