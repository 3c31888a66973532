import type { AuthorizationRefusal, RefusalReason, Scheme } from './authorization.ts';

/** Why a caller is not let in: the header was not understood, or its token is not one of ours. */
type UnauthorizedReason = RefusalReason | 'unknown-token' | 'expired-token' | 'revoked-token';

/**
 * The caller has not shown who it is. The message is fit for the caller and holds no credential; the
 * application's error handler answers 401 with it.
 */
export class UnauthorizedError extends Error {
  readonly reason: UnauthorizedReason;
  /** Ready for the `WWW-Authenticate` header, without which a 401 is incomplete (RFC 9110 §15.5.2). */
  readonly challenge: string;

  constructor(message: string, { reason, challenge }: { reason: UnauthorizedReason; challenge: string }) {
    super(message);
    this.name = 'UnauthorizedError';
    this.reason = reason;
    this.challenge = challenge;
  }
}

/** What a challenge says besides its scheme; `error` as in RFC 6750 §3.1. */
interface ChallengeParameters {
  readonly realm: string;
  readonly error?: 'invalid_request' | 'invalid_token';
}

/**
 * The value of one `WWW-Authenticate` challenge, for example `Bearer realm="api", error="invalid_token"`.
 *
 * @throws TypeError when the realm cannot stand in a header (control characters, anything beyond ASCII)
 */
export function challenge(scheme: Scheme, { realm, error }: ChallengeParameters): string {
  const parameters = [`realm=${quoted(realm)}`];
  if (error !== undefined) parameters.push(`error=${quoted(error)}`);
  return `${scheme} ${parameters.join(', ')}`;
}

/** RFC 9110 §5.6.4 quoted-string. */
function quoted(text: string): string {
  if (!/^[\x20-\x7e]*$/.test(text)) {
    throw new TypeError(`a challenge holds printable ASCII only, got ${JSON.stringify(text)}`);
  }
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

const headerForms: Record<Scheme, string> = {
  Bearer: '"Authorization: Bearer <token>"',
  Token: '"Authorization: Token <token>"',
  Basic: '"Authorization: Basic <base64 of user:password>"',
};

/**
 * One sentence for the caller: what is wrong with the header and what would be right. Made of fixed words only,
 * so that a credential never reaches an answer or a log.
 *
 * @param accepted the schemes that this route takes, named in the mend; at least one
 */
export function refusalMessage(refusal: AuthorizationRefusal, accepted: readonly Scheme[]): string {
  const mend = `send ${accepted.map((scheme) => headerForms[scheme]).join(' or ')}`;
  const credentials = refusal.scheme === undefined ? 'credentials' : `${refusal.scheme} credentials`;
  switch (refusal.reason) {
    case 'missing':
      return `The Authorization header is missing: ${mend}.`;
    case 'repeated':
      return `The request has more than one Authorization header: ${mend} exactly once.`;
    case 'no-scheme':
      return `The Authorization header does not start with a scheme name: ${mend}.`;
    case 'unsupported-scheme':
      return `The scheme of the Authorization header is not accepted here: ${mend}.`;
    case 'no-credentials':
      return `The Authorization header holds a scheme name and no credentials: ${mend}.`;
    case 'spaces':
      return `The ${credentials} contain blanks or tabs: ${mend}, with one blank after the scheme and no other.`;
    case 'invalid-characters':
      return refusal.scheme === 'Basic'
        ? 'The Basic credentials contain control characters: send a user name and a password without them.'
        : `The ${credentials} contain characters that no token has: ${mend}, without quotes, commas or accents.`;
    case 'not-base64':
      return `The ${credentials} are not correctly base64 encoded: ${mend}, with its padding.`;
    case 'no-colon':
      return `The ${credentials} hold no colon between user name and password: ${mend}.`;
  }
}
