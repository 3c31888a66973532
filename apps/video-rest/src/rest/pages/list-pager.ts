import { type Html, pager } from '@campus/pages';
import { lastPage } from '../envelope.ts';
import type { Paging } from '../query.ts';
import { formNames } from './page-form.ts';
import type { Sight } from './sight.ts';

/** The way through the pages of a list; undefined where there is one alone, or rows were asked for by their place. */
export function listPager<Services>(
  { paging, count }: { paging: Paging; count: number },
  { request, language }: Sight<Services>,
): Html | undefined {
  if (!('page' in paging)) return undefined;
  const last = lastPage(count, paging.limit);
  return pager({
    page: paging.page === 'last' ? last : paging.page,
    lastPage: last,
    addressOf: (page) => pageAddress(request.originalUrl, page),
    language,
  });
}

function pageAddress(address: string, page: number): string {
  const [path = '', query = ''] = address.split(/\?(.*)/s);
  const parameters = new URLSearchParams(query);
  parameters.delete(formNames.done);
  parameters.set('page', String(page));
  return `${path}?${parameters}`;
}
