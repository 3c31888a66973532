import type { Request } from 'express';

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
