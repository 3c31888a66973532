import { attributes, type Html, html } from '../html.ts';

/** The head of a column by which a table can be put in order. */
export interface SortHeading {
  text: string;
  /** Where the rows stand in that order; of the column they are ordered by, in the opposite one. */
  href: string;
  /** How the rows are ordered by this column; absent: they are ordered by another one. */
  order?: 'ascending' | 'descending' | undefined;
}

export function isSortHeading(heading: unknown): heading is SortHeading {
  return typeof heading === 'object' && heading !== null && 'href' in heading;
}

/** The link; its cell says the order to a screen reader (`aria-sort`). */
export function sortLink({ text, href, order }: SortHeading): Html {
  const mark = order === undefined ? '↕' : order === 'ascending' ? '↑' : '↓';
  return html`<a${attributes({ class: 'sort', href })}>${text} <span aria-hidden="true">${mark}</span></a>`;
}
