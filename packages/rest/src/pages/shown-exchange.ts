import { type Html, html } from '@campus/pages';
import type { KnownRequest } from '../engine.ts';
import type { Outcome } from '../outcome.ts';
import { pagingOf, parametersOf } from '../query.ts';
import type { Route } from '../route.ts';
import type { Row } from '../store.ts';
import { type AnswerHeaders, exchangeSheet } from './exchange-sheet.ts';
import { listPager } from './list-pager.ts';
import { listTable } from './list-table.ts';
import { listViewOf, viewSwitch } from './list-view.ts';
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

function pagesOf<Services>(
  { route, outcome }: Pick<Exchange<Services>, 'route' | 'outcome'>,
  known: KnownRequest<Services>,
  { isSecond = false } = {},
): Html | undefined {
  const { status, body } = outcome;
  if (route.kind === 'object' || route.kind === 'view') return undefined;
  if (status !== 200 || typeof body !== 'object' || body === null) return undefined;
  if (!('count' in body && typeof body.count === 'number')) return undefined;
  const next = 'next' in body && typeof body.next === 'string' ? body.next : null;
  const paging = pagingOf(parametersOf(known.request));
  return listPager(
    { paging, count: body.count, isEstimate: 'count_is_estimate' in body, next, isSecond },
    known,
  );
}
