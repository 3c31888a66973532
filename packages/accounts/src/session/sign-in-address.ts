import { withQuery } from '@campus/pages';
import type { Request } from 'express';
import type { Account, BrowserSessionsDeps } from './browser-sessions.ts';
import { safePath } from './safe-path.ts';

/** What the sign-in page is told by `?done=` when it answers a form that came too late. */
export const endedSession = 'ended';

type Place = Pick<BrowserSessionsDeps<Account>, 'root' | 'baseUrl'>;

/** Address of the sign-in page that leads back to what was asked for. */
export function signInAddress(place: Place, request: Request, done?: string): string {
  return withQuery(`${place.root}/login/`, { next: leadsTo(place, request), done });
}

/** The first page of somebody who has signed in. */
export function homeOf(deps: BrowserSessionsDeps<Account>, account: Account): string {
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
