import { type Html, html, notice, pager } from '@campus/pages';
import type { KnownRequest } from '../engine.ts';
import { lastPage } from '../envelope.ts';
import type { Paging } from '../query.ts';
import { sameAddressWith } from './addresses.ts';
import { pageWords } from './page-words.ts';

/**
 * The way through the pages of a list; undefined where there is one alone, or rows were asked for by their place.
 *
 * @param list.next  as the answer says it: one that ended early goes on by the place of a row
 */
export function listPager<Services>(
  {
    paging,
    count,
    isEstimate,
    next,
    isSecond,
  }: { paging: Paging; count: number; isEstimate: boolean; next: string | null; isSecond: boolean },
  { request, language }: KnownRequest<Services>,
): Html | undefined {
  const say = pageWords[language];
  if (next !== null && new URL(next).searchParams.has('offset'))
    return notice('info', html`<p>${say.endsHere} <a href="${next}" rel="next">${say.goOnHere}</a></p>`);
  if (!('page' in paging)) return undefined;
  const last = lastPage(count, paging.limit);
  return pager({
    page: paging.page === 'last' ? last : paging.page,
    lastPage: last,
    isEstimate,
    addressOf: (page) => sameAddressWith(request, 'page', String(page)),
    language,
    isSecond,
  });
}
