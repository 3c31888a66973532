import * as ui from '@campus/pages';
import { type Html, html } from '@campus/pages/html';
import type { ExportDeps } from '../../answer/exports.ts';
import { type PageDeps, type Reader, recipientOf, type Visit } from '../session/reader.ts';
import { saveWords } from './save-words.ts';

/** What lists are saved with. */
export type SaveDeps = PageDeps & ExportDeps;

/** The way to all of a list, as the page filters it. */
export function saveLink(
  path: string,
  { filter = {}, language }: { filter?: Parameters<typeof ui.withQuery>[1]; language: ui.Language },
): Html {
  return html`<a href="${ui.withQuery(path, filter)}">${saveWords[language].save}</a>`;
}

/**
 * Sends a list as a table for the spreadsheet of its reader, while it is read.
 *
 * @throws BudgetSpentError
 */
export function saveTable<Row>(
  visit: SaveDeps & Visit,
  { name, pages, columns }: { name: string; pages: ui.Pages<Row>; columns: ui.CsvColumn<Row>[] },
): Promise<void> {
  const { exports, reader } = visit;
  const table = ui.csvOf(pages, { columns, language: reader.language });
  return exports.table(recipientOf(visit), {
    name: fileName(name, 'csv', reader),
    lines: ui.withByteOrderMark(table),
  });
}

/** `calls-2026-11-23.csv`, by the day of whoever saves it. */
export function fileName(name: string, ending: string, { now, timeZone }: Reader): string {
  return `${name}-${ui.dayIn(now, timeZone)}.${ending}`;
}

/** `2026-11-21 14:05`, in the time of the service, which spreadsheets take for an instant in every language. */
export function instantText(instant: Date | null, { timeZone }: Reader): string | null {
  return instant === null ? null : ui.localDateTime(instant, timeZone).replace('T', ' ');
}
