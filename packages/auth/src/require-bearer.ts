import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Authorization, AuthorizationRefusal } from './authorization.ts';
import { tokenFinder, tokenFingerprint } from './compare-token.ts';
import { parseAuthorization } from './parse-authorization.ts';
import { challenge, refusalMessage, UnauthorizedError } from './unauthorized-error.ts';

interface BearerGuardOptions {
  /** Names the protected area in the challenge; printable ASCII. */
  readonly realm: string;
  /** The tokens that open it; with an empty list and no lookup nobody passes. */
  readonly tokens: readonly string[];
  /** Looks for a token that is not in the list. */
  readonly find?: FindToken;
}

/** Whose a token is, or why it opens nothing; undefined is unknown. */
export type FindToken = (token: string) => Promise<Caller | 'unknown' | 'expired' | 'revoked' | undefined>;

/**
 * Express middleware that lets a request pass when its one `Authorization` header is `Bearer` with one of the
 * tokens, and otherwise hands an `UnauthorizedError` to the error handler. `callerOf` then names the caller.
 *
 * It reads headers only. Mount it before anything that reads a body or looks up an id, so that a stranger
 * neither sends much nor learns what exists.
 *
 * @throws TypeError when the realm cannot stand in a header
 */
export function requireBearer({ realm, tokens, find }: BearerGuardOptions): RequestHandler {
  const findListed = tokenFinder(tokens);
  const callers = tokens.map((token): Caller => ({ fingerprint: tokenFingerprint(token) }));
  const challenges = {
    untried: challenge('Bearer', { realm }),
    malformed: challenge('Bearer', { realm, error: 'invalid_request' }),
    unknown: challenge('Bearer', { realm, error: 'invalid_token' }),
  };

  function notUnderstood(refusal: AuthorizationRefusal): UnauthorizedError {
    const { reason } = refusal;
    // RFC 6750 §3.1: no error code for a request that did not try the scheme at all.
    const untried = reason === 'missing' || reason === 'unsupported-scheme';
    const message = refusalMessage(refusal, ['Bearer']);
    return new UnauthorizedError(message, {
      reason,
      challenge: untried ? challenges.untried : challenges.malformed,
    });
  }

  const refused = (why: keyof typeof tokenRefusals) =>
    new UnauthorizedError(tokenRefusals[why], { reason: `${why}-token`, challenge: challenges.unknown });
  // Once for all: where an error was made helps nobody here, and to find it out takes longer than the rest.
  const refusals = { unknown: refused('unknown'), expired: refused('expired'), revoked: refused('revoked') };

  return function bearerGuard(request: Request, _response: Response, next: NextFunction): void {
    const letIn = (caller: Caller) => {
      rememberCaller(request, caller);
      next();
    };
    const authorization = bearerOnly(parseAuthorization(request.headersDistinct.authorization ?? []));
    if (authorization.kind === 'refused') return void next(notUnderstood(authorization));
    const { token } = authorization;
    const place = findListed(token);
    const listed = place === undefined ? undefined : callers[place];
    // At once: what is in the list waits for nothing.
    if (listed !== undefined) return void letIn(listed);
    if (find === undefined) return void next(refusals.unknown);
    find(token).then(
      (found = 'unknown') => (typeof found === 'string' ? next(refusals[found]) : letIn(found)),
      next,
    );
  };
}

const tokenRefusals = {
  unknown: 'The bearer token is not known here: send one that this API accepts.',
  expired: 'The bearer token has expired: ask the operator of this service for another one.',
  revoked: 'The bearer token was revoked: ask the operator of this service for another one.',
} as const;

type Bearer = Extract<Authorization, { kind: 'bearer' }>;

/** Another scheme of ours is foreign here, whether or not its credentials are well-formed. */
function bearerOnly(authorization: Authorization | AuthorizationRefusal): Bearer | AuthorizationRefusal {
  if (authorization.kind === 'bearer') return authorization;
  const isOurs = authorization.kind === 'refused' && (authorization.scheme ?? 'Bearer') === 'Bearer';
  return isOurs ? authorization : { kind: 'refused', reason: 'unsupported-scheme' };
}

/** Who sent a request, as far as a guard could tell. */
interface Caller {
  /** Label of the token that was presented, see `tokenFingerprint`. */
  readonly fingerprint: string;
  /** What the guard's lookup knows of the token; undefined for one of its list. */
  readonly known?: unknown;
}

// Keyed by the request itself: nothing is hung onto Express's objects, and it goes when the request goes.
const callers = new WeakMap<Request, Caller>();

/** Notes who sent a request. Called by a guard, once it has let the request pass. */
function rememberCaller(request: Request, caller: Caller): void {
  callers.set(request, caller);
}

/**
 * Tells a route who called it.
 *
 * @throws Error when no guard ran before the route: a mistake in the route table, not of the caller
 */
export function callerOf(request: Request): Caller {
  const caller = callers.get(request);
  if (caller === undefined) {
    throw new Error('callerOf: no guard let this request pass; mount requireBearer before the route');
  }
  return caller;
}
