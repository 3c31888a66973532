import type { CookieOptions, Request, Response } from 'express';
import { z } from 'zod';
import type { OpenIdTrip } from './open-id.ts';

const cookieName = 'openidtrip';

/** This long somebody may be away at the identity provider. */
const tripMs = 10 * 60_000;

/** A browser keeps 4096 bytes of a cookie: who wants to go on to a longer address goes home instead. */
const maxNextCharacters = 1500;

/** What waits for somebody to come back from the identity provider, and where they go on then. */
export interface KeptTrip extends OpenIdTrip {
  next: string | undefined;
}

const keptTrip = z.object({
  state: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
  next: z.string().optional(),
  leftAt: z.number(),
});

/** Keeps a trip in the browser that makes it: anybody can begin one, so that the database holds nothing of it. */
export interface TripCookie {
  keep(request: Request, response: Response, trip: KeptTrip): void;
  /** Gives it out once; undefined: another state, too long ago, or given out before. */
  take(request: Request, response: Response): KeptTrip | undefined;
}

/**
 * A cookie that is signed with the secret of the cookie parser, and sent to the way back alone.
 *
 * @param options.path      the way back
 * @param options.isSecure  the public address has TLS, whatever a request says of itself
 */
export function createTripCookie({
  path,
  isSecure,
  now,
}: {
  path: string;
  isSecure: boolean;
  now: () => Date;
}): TripCookie {
  const optionsFor = ({ secure }: Request): CookieOptions => ({
    path,
    httpOnly: true,
    // It comes back by a link of another site.
    sameSite: 'lax',
    secure: isSecure || secure,
  });
  return {
    keep(request, response, { next, ...trip }) {
      const isKept = next !== undefined && next.length <= maxNextCharacters;
      const text = JSON.stringify({ ...trip, ...(isKept ? { next } : {}), leftAt: now().getTime() });
      response.cookie(cookieName, text, { ...optionsFor(request), signed: true, maxAge: tripMs });
    },
    take(request, response) {
      const trip = tripIn(request.signedCookies[cookieName]);
      if (trip === undefined || trip.state !== request.query.state) return undefined;
      response.clearCookie(cookieName, optionsFor(request));
      const { leftAt, next, ...rest } = trip;
      return now().getTime() - leftAt > tripMs ? undefined : { ...rest, next };
    },
  };
}

/** Undefined for what we have not signed: the cookie parser says `false` of it. */
function tripIn(signed: unknown): z.infer<typeof keptTrip> | undefined {
  if (typeof signed !== 'string') return undefined;
  try {
    return keptTrip.safeParse(JSON.parse(signed)).data;
  } catch {
    // Another of our signed texts.
    return undefined;
  }
}
