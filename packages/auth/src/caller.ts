import type { Request } from 'express';

/** Who sent a request, as far as a guard could tell. */
export interface Caller {
  /** Label of the token that was presented, see `tokenFingerprint`. */
  readonly fingerprint: string;
  /** What the guard's lookup knows of the token; undefined for one of its list. */
  readonly known?: unknown;
}

// Keyed by the request itself: nothing is hung onto Express's objects, and it goes when the request goes.
const callers = new WeakMap<Request, Caller>();

/** Notes who sent a request. Called by a guard, once it has let the request pass. */
export function rememberCaller(request: Request, caller: Caller): void {
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
