import { callerOf } from '@campus/auth';
import type { Request, RequestHandler } from 'express';
import type { Database } from '../../data/open-database.ts';
import { findPlaced, findPlacedOfDelivery } from '../../data/signables.ts';
import type { KnownToken } from '../../data/tokens.ts';
import { isInScope, type Placed, type Scope } from '../../domain/scope.ts';
import type { SignableKind } from '../../domain/signable.ts';
import { signableNotFound } from '../../signing/conditions.ts';
import { SigningError } from '../../signing/errors.ts';
import { refIn } from '../asked/ref-in.ts';
import { isUuid } from '../asked/uuid-in.ts';

interface ScopeDeps {
  db: Database;
  /** Of whoever sent a request. */
  scopeOf: (request: Request) => Scope;
}

/**
 * Answers as if there were no record where the one that the path names is out of scope. It stands before the routes of
 * a record, so that for whoever has a scope both are the same whatever else is wrong with a request, and no route can
 * forget it. Who sees everything passes at once.
 *
 * @throws SigningError  `signable_not_found`
 */
export function recordInScope({ db, scopeOf, kind }: ScopeDeps & { kind: SignableKind }): RequestHandler {
  return passing(scopeOf, async (request) => {
    // `/conventions/new` is no number.
    if (!/^\d+$/.test(String(request.params.id))) return 'no record';
    const ref = refIn(request, kind);
    return { placed: await findPlaced(db, ref), error: signableNotFound(ref) };
  });
}

/**
 * The same where a path names a delivery.
 *
 * @throws SigningError  `delivery_not_found`
 */
export function deliveryInScope({ db, scopeOf }: ScopeDeps): RequestHandler {
  return passing(scopeOf, async (request) => {
    const deliveryId = String(request.params.id);
    // `/deliveries/export` is no id either.
    if (!isUuid(deliveryId)) return 'no record';
    return {
      placed: await findPlacedOfDelivery(db, deliveryId),
      error: new SigningError('delivery_not_found', `there is no delivery with the id ${deliveryId}`),
    };
  });
}

function passing(
  scopeOf: ScopeDeps['scopeOf'],
  find: (request: Request) => Promise<{ placed: Placed | null; error: SigningError } | 'no record'>,
): RequestHandler {
  return (request, _response, next) => {
    const scope = scopeOf(request);
    if (scope === 'everything') return next();
    return find(request).then((found) => {
      if (found !== 'no record' && (found.placed === null || !isInScope(scope, found.placed)))
        throw found.error;
      next();
    });
  };
}

/** Who asks for something to be done or shown, and what they see; behind `requireBearer`. */
export function askingOf(request: Request): { actor: string; scope: Scope } {
  return { actor: callerOf(request).fingerprint, scope: scopeOf(request) };
}

/** What the token of a program lets it see, behind `requireBearer`; one of the configuration everything. */
export function scopeOf(request: Request): Scope {
  const known = callerOf(request).known as KnownToken | undefined;
  return known === undefined ? 'everything' : known.scope;
}
