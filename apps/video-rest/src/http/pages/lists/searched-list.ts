import {
  type Html,
  html,
  type Language,
  pager,
  submitButton,
  table,
  textField,
  withQuery,
} from '@campus/pages';
import type { Request } from 'express';
import { pageAsked, pageOf, queryText, rowsOf } from './list-query.ts';

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
  list: Parameters<typeof table>[0] & { address: string; label: string; button: string; none: Html },
  { words, page, hasNext }: Searched<unknown>,
  language: Language,
): Html {
  const { address, label, button, none, ...shown } = list;
  return html`<form class="row" role="search" method="get" action="${address}">
${textField({ name: 'q', label, type: 'search', value: words })}
${submitButton(button, { kind: 'plain' })}
</form>
${shown.rows.length === 0 ? none : table(shown)}
${pager({ page, hasNext, language, addressOf: (to) => withQuery(address, { q: words, page: to }) })}`;
}
