import { randomBytes, timingSafeEqual } from 'node:crypto';
import * as ui from '@campus/pages';
import type { Html } from '@campus/pages/html';
import { doubleCsrf } from 'csrf-csrf';
import type { Request, Response } from 'express';

/** Names as Django has them: scripts that upload through the pages of a video platform look for them. */
const cookieName = 'csrftoken';
const csrfFieldName = 'csrfmiddlewaretoken';

export type Csrf = ReturnType<typeof createCsrf>;

/**
 * Proof that a form was sent from a page of ours: its hidden field, which looks different
 * in each answer, must match a cookie, signed for the session. Scripts may send what the cookie has as it is.
 *
 * @param options.cookiePath  below which the cookie is sent
 * @param options.isSecure    the public address has TLS, whatever a request says of itself
 */
export function createCsrf(options: { secret: string; cookiePath: string; isSecure: boolean }) {
  const { secret, cookiePath, isSecure } = options;
  const { generateCsrfToken, validateRequest } = doubleCsrf({
    getSecret: () => secret,
    // Before the sign-in there is no session, and afterwards another token.
    getSessionIdentifier: identifierOf,
    cookieName,
    cookieOptions: { httpOnly: true, sameSite: 'lax', path: cookiePath },
    getCsrfTokenFromRequest: tokenIn,
  });
  // All forms of a page share one token: each new one would put another in the cookie.
  const made = new WeakMap<Request, { masked: string; identifier: string }>();

  function maskedFor(request: Request, response: Response): string {
    const identifier = identifierOf(request);
    const known = made.get(request);
    if (known?.identifier === identifier) return known.masked;
    const token = generateCsrfToken(request, response, {
      validateOnReuse: false,
      cookieOptions: { secure: isSecure || request.secure },
    });
    const masked = maskToken(token);
    made.set(request, { masked, identifier });
    return masked;
  }

  return {
    /** The hidden field of a form. Sets the cookie, so it must be made before an answer begins. */
    field: (request: Request, response: Response): Html =>
      ui.hiddenField(csrfFieldName, maskedFor(request, response)),
    /** Whether the body, as far as it has come, or the header `X-CSRFToken`, holds the token of this session. */
    holds: (request: Request, fields?: object) =>
      // The library looks for the token in a request alone.
      validateRequest(fields === undefined ? request : Object.create(request, { body: { value: fields } })),
    /** Whether the browser has a token at all, of this session or of another. */
    wasGiven: ({ cookies }: Request) => (cookies[cookieName] ?? '') !== '',
  };
}

function identifierOf({ session }: Partial<Pick<Request, 'session'>>): string {
  return session?.account === undefined && session?.pending === undefined ? '' : session.id;
}

/** That of the cookie where the request brings the same, masked or not; undefined: it brings another one, or none. */
function tokenIn({ headers, body, cookies }: Request): string | undefined {
  const given: unknown = headers['x-csrftoken'] ?? body?.[csrfFieldName];
  const kept: unknown = cookies[cookieName];
  if (typeof given !== 'string' || typeof kept !== 'string') return undefined;
  // A token has a dot in it, which base64url has not.
  const token = Buffer.from(given.includes('.') ? given : unmaskToken(given));
  const expected = Buffer.from(kept);
  return token.length === expected.length && timingSafeEqual(token, expected) ? kept : undefined;
}

/**
 * A token as a page may show it: another text each time. The length of a compressed page tells what in it repeats, and
 * so, over many pages, a secret that stands beside what a stranger wrote there (BREACH).
 *
 * @returns base64url, of the mask and of the token under it
 */
export function maskToken(token: string): string {
  const bytes = Buffer.from(token);
  const mask = randomBytes(bytes.length);
  return Buffer.concat([mask, under(mask, bytes)]).toString('base64url');
}

/** The token in what `maskToken` gave; of any other text, a text that is no token. */
export function unmaskToken(masked: string): string {
  const bytes = Buffer.from(masked, 'base64url');
  const half = bytes.length >> 1;
  return under(bytes.subarray(0, half), bytes.subarray(half)).toString();
}

function under(mask: Buffer, bytes: Buffer): Buffer {
  return Buffer.from(bytes.map((byte, index) => byte ^ (mask[index] ?? 0)));
}
