import { type Html, html, notice, pager } from '@campus/pages';
import type { KnownRequest } from '../engine.ts';
import { lastPage } from '../envelope.ts';
import type { Outcome } from '../outcome.ts';
import { pagingOf, parametersOf } from '../query.ts';
import type { Route } from '../route.ts';
import type { Row } from '../store.ts';
import { sameAddressWith } from './addresses.ts';
import { type AnswerHeaders, exchangeSheet } from './exchange-sheet.ts';
import { listTable } from './list-table.ts';
import { listViewOf, viewSwitch } from './list-view.ts';
import { pageWords } from './page-words.ts';
import { relatedNames } from './related-names.ts';

/** What was asked and answered. */
interface Exchange<Services> {
  route: Route<Services>;
  outcome: Outcome;
  headers: AnswerHeaders;
}

/**
 * Request and answer with the names of what the answer refers to, that of a list as a table first where somebody wants
 * one.
 *
 * @param of.row       the object that the address names; null: none
 * @param of.hasViews  whether it is a list, which may be shown in both ways
 */
export async function shownExchange<Services>(
  exchange: Exchange<Services>,
  of: { row: Row | null; curl: Html | undefined; hasViews: boolean },
  known: KnownRequest<Services> & { method: string },
): Promise<Html> {
  const { route, outcome } = exchange;
  const { row, curl, hasViews } = of;
  const sides = { ...known, curl };
  const pages = {
    above: pagesOf(exchange, known),
    below: pagesOf(exchange, known, { isSecond: true }),
  };
  if (route.kind === 'view') return exchangeSheet(exchange, sides);
  const { rows, made, body } = outcome;
  const one = row ?? made;
  const names = await relatedNames(route.resource, rows ?? (one === undefined ? [] : [one]), known);
  const view = hasViews ? listViewOf(known.request, known.response) : undefined;
  const links = view !== undefined && viewSwitch(view, known);
  if (view !== 'table' || rows === undefined)
    return html`${links}${exchangeSheet({ ...exchange, pages, names }, sides)}`;
  const { results } = body as { results: readonly Record<string, unknown>[] };
  return html`${links}${pages.above}
${listTable(route.resource, { rows, shown: results, names }, known)}
${pages.below}${exchangeSheet({ ...exchange, outcome: { ...outcome, body: undefined } }, sides)}`;
}

/**
 * The way through the pages of a list; undefined where there is one alone, or rows were asked for by their place. An
 * answer that ended early goes on by the place of a row.
 */
function pagesOf<Services>(
  { route, outcome }: Pick<Exchange<Services>, 'route' | 'outcome'>,
  { request, language }: KnownRequest<Services>,
  { isSecond = false } = {},
): Html | undefined {
  const { status, body } = outcome;
  if (route.kind === 'object' || route.kind === 'view') return undefined;
  if (status !== 200 || typeof body !== 'object' || body === null) return undefined;
  if (!('count' in body && typeof body.count === 'number')) return undefined;
  const next = 'next' in body && typeof body.next === 'string' ? body.next : null;
  const say = pageWords[language];
  if (next !== null && new URL(next).searchParams.has('offset'))
    return notice('info', html`<p>${say.endsHere} <a href="${next}" rel="next">${say.goOnHere}</a></p>`);
  const paging = pagingOf(parametersOf(request));
  if (!('page' in paging)) return undefined;
  const last = lastPage(body.count, paging.limit);
  return pager({
    page: paging.page === 'last' ? last : paging.page,
    lastPage: last,
    isEstimate: 'count_is_estimate' in body,
    addressOf: (page) => sameAddressWith(request, 'page', String(page)),
    language,
    isSecond,
  });
}
