/**
 * Tables as spreadsheets open them by a double click: UTF-8 with its mark, lines of RFC 4180, separated by the sign
 * that those of the reader's language expect.
 */
import type { Language } from './language/language.ts';

/** Before the first line: without it Excel reads another encoding. */
export const byteOrderMark = '\ufeff';

export type CsvValue = string | number | null;

/** A column of a table. */
export interface CsvColumn<Row> {
  heading: string;
  of: (row: Row) => CsvValue;
}

/** What comes page by page, or is there at once. */
export type Pages<Row> = AsyncIterable<readonly Row[]> | readonly (readonly Row[])[];

/** A table of what comes page by page, the heads of its columns first; without any page nothing. */
export async function* csvOf<Row>(
  pages: Pages<Row>,
  { columns, language }: { columns: readonly CsvColumn<Row>[]; language: Language },
): AsyncGenerator<string> {
  let head = csvLine(
    columns.map(({ heading }) => heading),
    language,
  );
  for await (const page of pages) {
    yield head + csvLines(page, { columns, language });
    head = '';
  }
}

/** Marked as UTF-8, for people; programs would take the mark for a part of the first head. */
export async function* withByteOrderMark(table: AsyncGenerator<string>): AsyncGenerator<string> {
  let mark = byteOrderMark;
  for await (const lines of table) {
    yield mark + lines;
    mark = '';
  }
}

/** The lines of some rows, without a head. */
export function csvLines<Row>(
  rows: readonly Row[],
  { columns, language }: { columns: readonly CsvColumn<Row>[]; language: Language },
): string {
  const lineOf = (row: Row) =>
    csvLine(
      columns.map(({ of }) => of(row)),
      language,
    );
  return rows.map(lineOf).join('');
}

const separators = { en: ',', fr: ';' } satisfies Record<Language, string>;

/**
 * One line. What a spreadsheet would take for a formula stands behind an apostrophe (OWASP, "CSV Injection"): texts of a
 * record may be anybody's. So does what follows a sign within a text that begins a cell for another language's
 * spreadsheet, which goes by its own separator and by no quotes then.
 */
export function csvLine(values: readonly CsvValue[], language: Language): string {
  return `${values.map(cell).join(separators[language])}\r\n`;
}

/**
 * Where a cell begins, whatever separates cells, that would be a formula or be begun by white space. Before the sign, which
 * may have another width, some programs pass over what nobody sees: white space, controls, zero widths.
 */
const beginsFormula =
  /(^|[",;\t\r\n])(?=(?:(?![\t\r\n])[\s\p{C}\p{DI}])*[=+\-@＝＋－＠﹦﹢﹣﹫⁼⁺₌₊﬩])|^(?=[\t\r\n])/gu;

function cell(value: CsvValue): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const harmless = value.replace(beginsFormula, "$1'");
  return /[",;\r\n\t]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
