import type { Scheme } from './authorization.ts';

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
