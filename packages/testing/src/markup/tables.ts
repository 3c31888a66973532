import type { PageElement } from './read-page.ts';

/** The rows of all tables within, without those of headings. */
export function rowsOf(within: PageElement): PageElement[] {
  return within.all('row').filter((row) => row.all('cell').length > 0);
}

/** What the cells of a table say, a record for each row, by the headings of their columns. */
export function recordsOf(table: PageElement): Record<string, string>[] {
  const headings = table.names('columnheader');
  return rowsOf(table).map((row) =>
    Object.fromEntries(row.all(['cell', 'rowheader']).map(({ text }, at) => [headings[at] ?? '', text])),
  );
}

/** What stands beside each name in the lists of names with their values. */
export function factsOf(within: PageElement): Record<string, string> {
  const values = within.all('definition');
  return Object.fromEntries(within.all('term').map(({ text }, at) => [text, values[at]?.text ?? '']));
}
