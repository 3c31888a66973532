import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Authorization, AuthorizationRefusal } from './authorization.ts';
import { type Caller, rememberCaller } from './caller.ts';
import { challenge } from './challenge.ts';
import { tokenFinder, tokenFingerprint } from './compare-token.ts';
import { parseAuthorization } from './parse-authorization.ts';
import { refusalMessage } from './refusal-message.ts';
import { UnauthorizedError } from './unauthorized-error.ts';

interface BearerGuardOptions {
  /** Names the protected area in the challenge; printable ASCII. */
  readonly realm: string;
  /** The tokens that open it; an empty list lets nobody pass. */
  readonly tokens: readonly string[];
}

/**
 * Express middleware that lets a request pass when its one `Authorization` header is `Bearer` with one of the
 * tokens, and otherwise hands an `UnauthorizedError` to the error handler. `callerOf` then names the caller.
 *
 * It reads headers only. Mount it before anything that reads a body or looks up an id, so that a stranger
 * neither sends much nor learns what exists.
 *
 * @throws TypeError when the realm cannot stand in a header
 */
export function requireBearer({ realm, tokens }: BearerGuardOptions): RequestHandler {
  const find = tokenFinder(tokens);
  const callers = tokens.map((token): Caller => ({ fingerprint: tokenFingerprint(token) }));
  const challenges = {
    untried: challenge('Bearer', { realm }),
    malformed: challenge('Bearer', { realm, error: 'invalid_request' }),
    unknown: challenge('Bearer', { realm, error: 'invalid_token' }),
  };

  function admit(authorization: Bearer | AuthorizationRefusal): Caller | UnauthorizedError {
    if (authorization.kind === 'refused') {
      const { reason } = authorization;
      // RFC 6750 §3.1: no error code for a request that did not try the scheme at all.
      const untried = reason === 'missing' || reason === 'unsupported-scheme';
      const message = refusalMessage(authorization, ['Bearer']);
      return new UnauthorizedError(message, {
        reason,
        challenge: untried ? challenges.untried : challenges.malformed,
      });
    }
    const place = find(authorization.token);
    const caller = place === undefined ? undefined : callers[place];
    if (caller !== undefined) return caller;
    return new UnauthorizedError('The bearer token is not known here: send one that this API accepts.', {
      reason: 'unknown-token',
      challenge: challenges.unknown,
    });
  }

  return function bearerGuard(request: Request, _response: Response, next: NextFunction): void {
    const outcome = admit(bearerOnly(parseAuthorization(request.headersDistinct.authorization ?? [])));
    if (outcome instanceof UnauthorizedError) {
      next(outcome);
      return;
    }
    rememberCaller(request, outcome);
    next();
  };
}

type Bearer = Extract<Authorization, { kind: 'bearer' }>;

/** Another scheme of ours is foreign here, whether or not its credentials are well-formed. */
function bearerOnly(authorization: Authorization | AuthorizationRefusal): Bearer | AuthorizationRefusal {
  if (authorization.kind === 'bearer') return authorization;
  const isOurs = authorization.kind === 'refused' && (authorization.scheme ?? 'Bearer') === 'Bearer';
  return isOurs ? authorization : { kind: 'refused', reason: 'unsupported-scheme' };
}
