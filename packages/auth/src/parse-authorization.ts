/**
 * From the `Authorization` headers of one request to credentials, or to the reason why not.
 *
 * Strict on purpose: one header, one scheme, exact characters. What is not exactly right is refused with a
 * reason that tells the mend, and never guessed at. Knows nothing of requests, users or stored tokens.
 *
 * @example
 * parseAuthorization(request.headersDistinct.authorization ?? [])
 */
import type { Authorization, AuthorizationRefusal, Scheme } from './authorization.ts';
import { decodeBasic } from './decode-basic.ts';
import { isBearerToken } from './is-bearer-token.ts';

// RFC 9110 §11.1: scheme names are case-insensitive.
const schemes = new Map<string, Scheme>([
  ['bearer', 'Bearer'],
  ['token', 'Token'],
  ['basic', 'Basic'],
]);

/**
 * Parses the `Authorization` headers of a request.
 *
 * @param values every such header of the request, as `headersDistinct` has them: Node keeps only the first of
 *               several in `headers`, and a request with two must not pass as a request with one
 */
export function parseAuthorization(values: readonly string[]): Authorization | AuthorizationRefusal {
  const [value = '', ...others] = values;
  if (others.length > 0) return { kind: 'refused', reason: 'repeated' };
  if (value === '') return { kind: 'refused', reason: 'missing' };

  const name = /^[^ \t]*/.exec(value)?.[0] ?? '';
  const rest = value.slice(name.length);
  const scheme = schemes.get(name.toLowerCase());
  if (scheme === undefined) return { kind: 'refused', reason: reasonForUnknownScheme(name, rest) };

  // RFC 9110 §11.4: 1*SP between the scheme and the credentials; a tab is no SP.
  const credentials = rest.replace(/^ +/, '');
  if (/^[ \t]*$/.test(credentials)) return { kind: 'refused', reason: 'no-credentials', scheme };
  if (/[ \t]/.test(credentials)) return { kind: 'refused', reason: 'spaces', scheme };
  return parseCredentials(scheme, credentials);
}

function reasonForUnknownScheme(name: string, rest: string): 'unsupported-scheme' | 'no-scheme' {
  // RFC 9110 §5.6.2: a scheme is a `token`. One word alone is a credential that lacks its scheme.
  const isSchemeName = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(name);
  return isSchemeName && rest !== '' ? 'unsupported-scheme' : 'no-scheme';
}

function parseCredentials(scheme: Scheme, credentials: string): Authorization | AuthorizationRefusal {
  switch (scheme) {
    case 'Bearer':
      if (!isBearerToken(credentials)) return { kind: 'refused', reason: 'invalid-characters', scheme };
      return { kind: 'bearer', token: credentials };
    case 'Token':
      // Django REST Framework's keyword has no grammar of its own: visible ASCII is what every client can send.
      if (!/^[\x21-\x7e]+$/.test(credentials))
        return { kind: 'refused', reason: 'invalid-characters', scheme };
      return { kind: 'token', token: credentials };
    case 'Basic':
      return decodeBasic(credentials);
  }
}
