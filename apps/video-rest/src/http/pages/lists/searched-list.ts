import * as ui from '@campus/pages';
import { type Html, html } from '@campus/pages/html';
import type { Request } from 'express';

/** One page of a list that people search by words. */
interface Searched<Row> {
  /** Empty: the whole list. */
  words: string;
  page: number;
  rows: readonly Row[];
  hasNext: boolean;
}

/** The page that a request asks for. */
export async function search<Row>(
  request: Request,
  find: (asked: { words: string; offset: number; limit: number }) => Promise<Row[]>,
): Promise<Searched<Row>> {
  const words = queryText(request, 'q');
  const page = pageAsked(request);
  const { shown: rows, hasNext } = pageOf(await find({ words, ...rowsOf(page) }));
  return { words, page, rows, hasNext };
}

/**
 * The box for the words, the rows that were found, and the way to the others.
 *
 * @param list.none  in place of a table without rows
 */
export function searchedList(
  list: Parameters<typeof ui.table>[0] & { address: string; label: string; button: string; none: Html },
  { words, page, hasNext }: Searched<unknown>,
  language: ui.Language,
): Html {
  const { address, label, button, none, ...shown } = list;
  return html`<form class="row" role="search" method="get" action="${address}">
${ui.textField({ name: 'q', label, type: 'search', value: words })}
${ui.submitButton(button, { kind: 'plain' })}
</form>
${shown.rows.length === 0 ? none : ui.table(shown)}
${ui.pager({ page, hasNext, language, addressOf: (to) => ui.withQuery(address, { q: words, page: to }) })}`;
}

const pageSize = 50;

// A page beyond that is nobody's honest question.
const maxPage = 1_000_000;

/** One parameter of a query as text, of a repeated one the last, without what the database does not take; empty when absent. */
export function queryText({ query }: Request, name: string): string {
  const given = query[name];
  const value = Array.isArray(given) ? given.at(-1) : given;
  return typeof value === 'string' ? value.replace(/\p{Cc}/gu, '').trim() : '';
}

/** The page that a list is asked for, from 1; what is no number is the first. */
export function pageAsked(request: Request): number {
  const page = Number.parseInt(queryText(request, 'page'), 10);
  return page >= 1 ? Math.min(page, maxPage) : 1;
}

/** Which rows to read for a page: one more than it shows tells whether there is another page. */
export function rowsOf(page: number): { offset: number; limit: number } {
  return { offset: (page - 1) * pageSize, limit: pageSize + 1 };
}

/** The rows that a page shows, of those read with `rowsOf`. */
export function pageOf<Row>(rows: readonly Row[]): { shown: readonly Row[]; hasNext: boolean } {
  return { shown: rows.slice(0, pageSize), hasNext: rows.length > pageSize };
}
