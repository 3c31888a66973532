import type { CookieOptions, Request, Response } from 'express';
import { z } from 'zod';
import type { OpenIdAuthorization } from './open-id.ts';

const cookieName = 'openidtrip';

/** This long somebody may be away at the identity provider. */
const maxAwayMs = 10 * 60_000;

/** A browser keeps 4096 bytes of a cookie: who wants to go on to a longer address goes home instead. */
const maxNextCharacters = 1500;

/** What waits for somebody to come back from the identity provider, and where they go on then. */
interface PendingAuthorization extends OpenIdAuthorization {
  next: string | undefined;
}

const pendingAuthorization = z.object({
  state: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
  next: z.string().optional(),
  leftAt: z.number(),
});

/** Keeps what is under way in the browser itself: anybody can begin one, so that the database holds nothing of it. */
export interface AuthorizationCookie {
  keep(request: Request, response: Response, authorization: PendingAuthorization): void;
  /** Gives it out once; undefined: another state, too long ago, or given out before. */
  take(request: Request, response: Response): PendingAuthorization | undefined;
}

/**
 * A cookie that is signed with the secret of the cookie parser, and sent to the way back alone.
 *
 * @param options.path      the way back
 * @param options.isSecure  the public address has TLS, whatever a request says of itself
 */
export function createAuthorizationCookie({
  path,
  isSecure,
  now,
}: {
  path: string;
  isSecure: boolean;
  now: () => Date;
}): AuthorizationCookie {
  const optionsFor = ({ secure }: Request): CookieOptions => ({
    path,
    httpOnly: true,
    // It comes back by a link of another site.
    sameSite: 'lax',
    secure: isSecure || secure,
  });
  return {
    keep(request, response, { next, ...authorization }) {
      const isKept = next !== undefined && next.length <= maxNextCharacters;
      const text = JSON.stringify({ ...authorization, ...(isKept ? { next } : {}), leftAt: now().getTime() });
      response.cookie(cookieName, text, { ...optionsFor(request), signed: true, maxAge: maxAwayMs });
    },
    take(request, response) {
      const authorization = authorizationIn(request.signedCookies[cookieName]);
      if (authorization === undefined || authorization.state !== request.query.state) return undefined;
      response.clearCookie(cookieName, optionsFor(request));
      const { leftAt, next, ...rest } = authorization;
      return now().getTime() - leftAt > maxAwayMs ? undefined : { ...rest, next };
    },
  };
}

/** Undefined for what we have not signed: the cookie parser says `false` of it. */
function authorizationIn(signed: unknown): z.infer<typeof pendingAuthorization> | undefined {
  if (typeof signed !== 'string') return undefined;
  try {
    return pendingAuthorization.safeParse(JSON.parse(signed)).data;
  } catch {
    // Another of our signed texts.
    return undefined;
  }
}
