import type { Request } from 'express';
import { lastPage, pageLinks } from '../envelope.ts';
import { Refusal } from '../errors.ts';
import { type Exchange, parseContext, showContext } from '../exchange.ts';
import { longAnswerBytes } from '../long-answers.ts';
import { type Outcome, ok } from '../outcome.ts';
import { filterConditions, orderOf, pagingOf, parametersOf, requireKnown } from '../query.ts';
import { requesterOf } from '../requester-of.ts';
import { showRow } from '../show.ts';

/**
 * Long texts in one answer: a page ends early with the row that reaches this. Rows of some KiB, a thousand of which may
 * be asked for, fit in.
 */
export const maxAnswerBytes = 4 * 1024 * 1024;

/** The same where somebody reads the answer on a page. */
export const maxShownBytes = 256 * 1024;

/** One page of the rows that the caller may see, in the list envelope (contract §2). */
export async function list<Services>(exchange: Exchange<Services>): Promise<Outcome> {
  const { request, resource, store, caller, base } = exchange;
  const parameters = parametersOf(request);
  requireKnown(parameters, {
    filters: resource.filters.keys(),
    tolerated: exchange.toleratedParameters,
  });
  const paging = pagingOf(parameters);
  const conditions = [
    ...resource.rights.sees(caller),
    ...(await filterConditions(parameters, resource, parseContext(exchange))),
  ];
  const query = {
    columns: resource.columns,
    conditions,
    order: orderOf(parameters, resource, exchange.language),
    limit: paging.limit,
    maxBytes: exchange.format === 'page' ? maxShownBytes : maxAnswerBytes,
  };
  const requester = requesterOf(exchange);
  let page = await store.list({ ...query, offset: offsetOf(paging, 0) }, requester);
  if ('page' in paging && paging.page === 'last') {
    page = await store.list({ ...query, offset: offsetOf(paging, page.total) }, requester);
  }
  const { total, rows, bytes } = page;
  if ('page' in paging && paging.page !== 'last' && paging.page > lastPage(total, paging.limit))
    throw new Refusal('invalid_page');
  if (bytes > longAnswerBytes) await exchange.engine.longAnswers.begin(exchange);
  const context = showContext(exchange);
  return ok({
    count: total,
    ...pageLinks(addressOf(request, base), { ...paging, total, shown: rows.length }),
    results: rows.map((row) => showRow(resource, row, context)),
  });
}

/** Path and query as they were asked for; a proxy may name them with a host before (RFC 9112 §3.2.2). */
function addressOf({ baseUrl, path, originalUrl }: Request, base: string): string {
  const [query] = /\?.*/s.exec(originalUrl) ?? [''];
  return `${base}${baseUrl}${path}${query}`;
}

function offsetOf(paging: ReturnType<typeof pagingOf>, total: number): number {
  if ('offset' in paging) return paging.offset;
  const page = paging.page === 'last' ? lastPage(total, paging.limit) : paging.page;
  return (page - 1) * paging.limit;
}
