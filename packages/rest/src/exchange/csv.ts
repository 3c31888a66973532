/**
 * Tables of objects as CSV (RFC 4180), which come back as they went: null is an empty cell, an empty text is one in quotes, a
 * list is JSON, and what a spreadsheet would take for a formula stands behind an apostrophe.
 */

/** What a spreadsheet would reckon with, or what has been put behind an apostrophe for that. */
const formula = /^'*[=+\-@\t\r]/;

/** One line of a table. */
export function csvLine(values: readonly unknown[]): string {
  return `${values.map(cellOf).join(',')}\r\n`;
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const harmless = formula.test(text) ? `'${text}` : text;
  return harmless === '' || /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** What a cell says: null when there is nothing in it, not even an empty text. */
export type Cell = string | null;

/** Whether quotes that stand open before a text are closed by it, or others opened: a record ends where none are. */
export function turnsQuotes(text: string): boolean {
  let quotes = 0;
  for (let at = text.indexOf('"'); at !== -1; at = text.indexOf('"', at + 1)) quotes += 1;
  return quotes % 2 === 1;
}

/**
 * The cells of one record, without the end of its line; undefined: its quotes are not as they should be.
 *
 * @param separator  what stands between cells
 */
export function cellsOf(record: string, separator: string): Cell[] | undefined {
  const cells: Cell[] = [];
  for (let at = 0; ; at += 1) {
    if (record[at] === '"') {
      let text = '';
      for (;;) {
        const end = record.indexOf('"', at + 1);
        if (end === -1) return undefined;
        text += record.slice(at + 1, end);
        at = end + 1;
        if (record[at] !== '"') break;
        text += '"';
      }
      if (at < record.length && record[at] !== separator) return undefined;
      cells.push(unguarded(text));
    } else {
      const end = record.indexOf(separator, at);
      const text = record.slice(at, end === -1 ? record.length : end);
      at = end === -1 ? record.length : end;
      cells.push(text === '' ? null : unguarded(text));
    }
    if (at >= record.length) return cells;
  }
}

function unguarded(text: string): string {
  return text.startsWith("'") && formula.test(text) ? text.slice(1) : text;
}
