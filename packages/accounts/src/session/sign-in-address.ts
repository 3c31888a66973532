import { withQuery } from '@campus/pages';
import type { Request } from 'express';
import type { Account } from '../account.ts';
import type { SessionDeps } from './browser-sessions.ts';

/** What the sign-in page is told by `?done=` when it answers a form that came too late. */
export const endedSession = 'ended';

type Place = Pick<SessionDeps<Account>, 'root' | 'baseUrl'>;

/** Address of the sign-in page that leads back to what was asked for. */
export function signInAddress(place: Place, request: Request, done?: string): string {
  return withQuery(`${place.root}/login/`, { next: leadsTo(place, request), done });
}

/** The first page of somebody who has signed in. */
export function homeOf(deps: SessionDeps<Account>, account: Account): string {
  return deps.homeOf?.(account) ?? deps.site.home;
}

/** The page that a form stood on, when it is one of ours. The scheme is not compared: a proxy may have changed it. */
export function pageOfForm({ baseUrl }: Place, request: Request): string | undefined {
  const referrer = request.get('referer');
  if (referrer === undefined || !URL.canParse(referrer)) return undefined;
  const { host, pathname, search } = new URL(referrer);
  const hosts = [request.host, ...(baseUrl === undefined ? [] : [new URL(baseUrl).host])];
  return hosts.includes(host) ? safePath(`${pathname}${search}`) : undefined;
}

/** Whether an address is of the sign-in itself. */
export function isOfSignIn({ root }: Place, address: string): boolean {
  const below = address.startsWith(`${root}/`) ? address.slice(root.length + 1) : '';
  return /^(?:login|logout|openid|cas|session|second-factor)(?:[/?#]|$)/.test(below);
}

export function isRead({ method }: Request): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** Where a sign-in leads: what was asked for, or the page of the form; from the sign-in itself, where that leads. */
function leadsTo(place: Place, request: Request): string | undefined {
  if (isOfSignIn(place, request.originalUrl)) return safePath(request.query.next);
  if (isRead(request)) return request.originalUrl;
  const page = pageOfForm(place, request);
  return page === undefined || isOfSignIn(place, page) ? undefined : page;
}

/**
 * Where a sign-in leads afterwards: the path of an address that was asked for, when it is one of ours. What
 * a browser would take for another host (`//host`, `/\host`, any scheme) is not.
 */
export function safePath(given: unknown): string | undefined {
  if (typeof given !== 'string' || !given.startsWith('/')) return undefined;
  const here = 'http://here.invalid';
  if (!URL.canParse(given, here)) return undefined;
  const { origin, pathname, search, hash } = new URL(given, here);
  // `/.//host` is a path of ours until it is written down again without its dot.
  if (origin !== here || pathname.startsWith('//')) return undefined;
  return `${pathname}${search}${hash}`;
}
