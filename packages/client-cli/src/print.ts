import { say, textTable } from '@campus/service/command-line';

/** Text as one line that no terminal takes for a command. */
export function lineOf(text: string): string {
  return text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
}

/** Objects as a table of these of their columns that they have, or, as JSON, one a line as they come. */
export async function printAll(
  objects: AsyncIterable<object> | Iterable<object>,
  { json, columns }: { json: boolean | undefined; columns: readonly string[] },
): Promise<void> {
  const rows: object[] = [];
  for await (const one of objects)
    if (json) say(JSON.stringify(one));
    else rows.push(one);
  const [first] = rows;
  if (first === undefined) return;
  const shown = columns.filter((column) => column in first);
  const headings = shown.map((column) => column.toUpperCase().replaceAll('_', ' '));
  say(
    textTable(
      headings,
      rows.map((row) => shown.map((column) => cellOf(Reflect.get(row, column)))),
    ),
  );
}

/** An object, each field on a line, or as JSON. */
export function printOne(object: object, { json }: { json: boolean | undefined }): void {
  const said = Object.entries(object).filter(([, value]) => value !== null && value !== '');
  say(json ? JSON.stringify(object) : said.map(([name, value]) => `${name}: ${cellOf(value)}`).join('\n'));
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object')) return lineOf(value.join(', '));
  return lineOf(typeof value === 'object' ? JSON.stringify(value) : String(value));
}
