import type { Request } from 'express';
import type { Caller } from './caller.ts';
import { Refusal } from './errors.ts';

/**
 * Refuses a change that a page of another site sends with credentials which the browser added by itself
 * (Basic). A token is never added by a browser.
 *
 * `Sec-Fetch-Site` and `Origin` are set by browsers and cannot be set by pages; a program sends neither.
 *
 * @throws Refusal  403
 */
export function refuseCrossSite(request: Request, caller: Caller, base: string): void {
  if (caller.scheme === 'token') return;
  const { origin, 'sec-fetch-site': site } = request.headers;
  const isForeign = site !== undefined && site !== 'same-origin' && site !== 'none';
  const ownOrigins = [new URL(base).origin, `${request.protocol}://${request.host}`];
  const hasForeignOrigin = origin !== undefined && !ownOrigins.includes(origin);
  if (isForeign || hasForeignOrigin) throw new Refusal('cross_site');
}
