import type { CookieOptions, Request, Response } from 'express';
import { z } from 'zod';
import type { Trip } from './identity-provider.ts';

/** This long somebody may be away at the identity provider. */
const maxAwayMs = 10 * 60_000;

/** A browser keeps 4096 bytes of a cookie: who wants to go on to a longer address goes home instead. */
const maxNextCharacters = 1500;

/** What waits for somebody to come back from the identity provider, and where they go on then. */
interface Pending<Kept extends Trip> {
  trip: Kept;
  next: string | undefined;
}

const around = z.object({ next: z.string().optional(), leftAt: z.number() });

export type AuthorizationCookie<Kept extends Trip> = ReturnType<typeof createAuthorizationCookie<Kept>>;

/**
 * Keeps what is under way in the browser itself: anybody can begin one, so that the database holds nothing of it. A
 * cookie that is signed with the secret of the cookie parser, and sent to the way back alone.
 *
 * @param options.name      of the cookie
 * @param options.kept      the form of what is kept
 * @param options.path      the way back
 * @param options.isSecure  the public address has TLS, whatever a request says of itself
 */
export function createAuthorizationCookie<Kept extends Trip>(options: {
  name: string;
  kept: z.ZodType<Kept>;
  path: string;
  isSecure: boolean;
  now: () => Date;
}) {
  const { name, kept, path, isSecure, now } = options;
  const optionsFor = ({ secure }: Request): CookieOptions => ({
    path,
    httpOnly: true,
    // It comes back by a link of another site.
    sameSite: 'lax',
    secure: isSecure || secure,
  });
  return {
    keep(request: Request, response: Response, { trip, next }: Pending<Kept>): void {
      const isKept = next !== undefined && next.length <= maxNextCharacters;
      const text = JSON.stringify({ ...trip, ...(isKept ? { next } : {}), leftAt: now().getTime() });
      response.cookie(name, text, { ...optionsFor(request), signed: true, maxAge: maxAwayMs });
    },
    /** Gives it out once; undefined: another state, too long ago, or given out before. */
    take(request: Request, response: Response): Pending<Kept> | undefined {
      const text = jsonIn(request.signedCookies[name]);
      const trip = kept.safeParse(text).data;
      const { leftAt, next } = around.safeParse(text).data ?? {};
      if (trip === undefined || leftAt === undefined || trip.state !== request.query.state) return undefined;
      response.clearCookie(name, optionsFor(request));
      return now().getTime() - leftAt > maxAwayMs ? undefined : { trip, next };
    },
  };
}

/** Undefined for what we have not signed: the cookie parser says `false` of it. */
function jsonIn(signed: unknown): unknown {
  if (typeof signed !== 'string') return undefined;
  try {
    return JSON.parse(signed);
  } catch {
    // Another of our signed texts.
    return undefined;
  }
}
