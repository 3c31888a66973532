/**
 * From the `Authorization` headers of one request to credentials, or to the reason why not.
 *
 * Strict on purpose: one header, one scheme, exact characters. What is not exactly right is refused with a
 * reason that tells the mend, and never guessed at. Knows nothing of requests, users or stored tokens.
 *
 * @example
 * parseAuthorization(request.headersDistinct.authorization ?? [])
 */
import type { Authorization, AuthorizationRefusal, RefusalReason, Scheme } from './authorization.ts';

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

/**
 * Decodes the credentials of the Basic scheme (RFC 7617 §2): canonical base64 of `user:password`, UTF-8 where
 * the bytes are valid UTF-8, else Latin-1. The first colon separates, so a password may hold more of them.
 */
function decodeBasic(credentials: string): Authorization | AuthorizationRefusal {
  const bytes = Buffer.from(credentials, 'base64');
  // Buffer skips what is not base64; only a text that encodes back to itself was base64 throughout.
  if (bytes.toString('base64') !== credentials) return refused('not-base64');
  const text = decodeText(bytes);
  // RFC 7617 §2: user-id and password must not contain any control characters.
  if (/\p{Cc}/u.test(text)) return refused('invalid-characters');
  const colon = text.indexOf(':');
  if (colon === -1) return refused('no-colon');
  return { kind: 'basic', username: text.slice(0, colon), password: text.slice(colon + 1) };
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decodeText(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    return bytes.toString('latin1');
  }
}

function refused(reason: RefusalReason): AuthorizationRefusal {
  return { kind: 'refused', reason, scheme: 'Basic' };
}

/**
 * Tells whether a text can be sent as a bearer token: RFC 6750 §2.1 `b64token`, that is letters, digits and
 * `-._~+/`, then any number of `=`. The same rule holds for tokens in requests and in the configuration.
 */
export function isBearerToken(text: string): boolean {
  return /^[A-Za-z0-9\-._~+/]+=*$/.test(text);
}
