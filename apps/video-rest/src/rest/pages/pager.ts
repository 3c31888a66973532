import { type Html, html } from '@campus/pages';
import { lastPage } from '../envelope.ts';
import type { Paging } from '../query.ts';
import { localAddress, type Sight } from './sight.ts';
import { put, words } from './words.ts';

/** The way through the pages of a list; undefined where there is one alone, or rows were asked for by their place. */
export function pager<Services>(
  { paging, count }: { paging: Paging; count: number },
  { request, language }: Sight<Services>,
): Html | undefined {
  const pages = lastPage(count, paging.limit);
  if (!('page' in paging) || pages === 1) return undefined;
  const say = words[language];
  const page = paging.page === 'last' ? pages : paging.page;
  const link = (text: string, to: number, isThere: boolean) =>
    isThere && html`<li><a href="${pageAddress(request.originalUrl, to)}">${text}</a></li>`;
  return html`<nav class="pager" aria-label="${say.pages}"><ul>
${link(say.first, 1, page > 2)}${link(say.previous, page - 1, page > 1)}
<li aria-current="page">${put(say.page, { page, pages })}</li>
${link(say.next, page + 1, page < pages)}${link(say.last, pages, page < pages - 1)}
</ul></nav>`;
}

function pageAddress(address: string, page: number): string {
  const [path = '', query = ''] = localAddress(address).split(/\?(.*)/s);
  const parameters = new URLSearchParams(query);
  parameters.set('page', String(page));
  return `${path}?${parameters}`;
}
