import type { Actor, ChangeableDatabase } from '@campus/accounts';
import { type Queryable, Sql, sql } from '@campus/database';
import * as ui from '@campus/pages';
import { html } from '@campus/pages/html';
import type pg from 'pg';
import { columnsOf, erasureText, identifier, type Person } from './declaration.ts';
import { type FoundData, findData, noteExport, type PersonalData } from './person.ts';
import { archiveWords, columnWords, keptWords, leftOutText, seenByWords, whyWords } from './privacy-words.ts';

/** So many rows are read at once. */
const piece = 500;

/** What a column is called; those that only the service needs have no other name than theirs. */
function headingOf(column: string): string {
  const words: Readonly<Record<string, ui.Pair>> = columnWords;
  const own = words[column];
  return own === undefined ? column : inBoth(own);
}

/** In both languages: who is handed the archive may not be who asked for it. */
export const inBoth = ([en, fr]: ui.Pair): string => (en === fr ? en : `${en} / ${fr}`);

/**
 * All that is kept about a person as a ZIP, while it is read: a page that says what each table is, and a table for
 * spreadsheets of each. As of one moment; memory does not grow with it. The administration history notes it before.
 */
export async function* exportPerson(
  db: ChangeableDatabase<Queryable> & { pool: pg.Pool },
  service: Pick<PersonalData, 'tables'>,
  { person, by }: { person: Person; by: Actor },
): AsyncGenerator<Uint8Array> {
  const client = await db.pool.connect();
  try {
    await sql`begin isolation level repeatable read read only`.run(client);
    const found = await findData(client, service, person);
    if (found.length > 0) await noteExport(db, { person, by });
    yield* zipOf(filesOf(client, found, person));
  } finally {
    await sql`rollback`.run(client).then(
      () => client.release(),
      (error: Error) => client.release(error),
    );
  }
}

interface File {
  path: string;
  lines: Iterable<string> | AsyncIterable<string>;
}

async function* filesOf(client: pg.PoolClient, found: FoundData[], person: Person): AsyncGenerator<File> {
  yield { path: 'index.html', lines: [String(indexPage(found, person))] };
  for (const data of found)
    yield { path: `${data.name}.csv`, lines: ui.withByteOrderMark(linesOf(client, data, person)) };
}

async function* linesOf(
  client: pg.PoolClient,
  { name, table }: FoundData,
  person: Person,
): AsyncGenerator<string> {
  const columns = columnsOf(table).shown;
  const instead = table.shown?.(person);
  yield ui.csvLine(columns.map(headingOf), 'en');
  const shown = columns.map((column) => sql`(${instead?.[column] ?? sql.identifier(column)})::text`);
  await sql`declare of_person cursor for
    select array[${new Sql(', ', shown)}] as cells from ${identifier(name)}
    where ${table.find(person) ?? sql`false`}`.rows(client, { isPrepared: false });
  for (;;) {
    const rows = await sql<{ cells: (string | null)[] }>`
      fetch ${sql.literal(piece)} from of_person`.rows(client, { isPrepared: false });
    if (rows.length === 0) break;
    yield rows.map(({ cells }) => ui.csvLine(cells, 'en')).join('');
  }
  await sql`close of_person`.run(client);
}

function indexPage(found: FoundData[], { account, address, leftOut }: Person) {
  const { title, what, rows, why, kept, seenBy, erasure, meaning, none } = archiveWords;
  const headings = [what, rows, why, kept, seenBy, erasure].map(inBoth);
  return html`<!doctype html>
<html lang="en"><meta charset="utf-8"><title>${inBoth(title)}</title>
<style>body{font-family:sans-serif;margin:2rem}table{border-collapse:collapse}th,td{border:1px solid #999;padding:.4rem;text-align:left;vertical-align:top}</style>
<h1>${inBoth(title)}</h1>
<p>${[account?.username, address].filter(Boolean).join(', ')}</p>
${meaning.map((text) => html`<p>${text}</p>`)}
${account !== undefined && leftOut.map((what) => html`<p>${inBoth(leftOutText(what))}</p>`)}
${found.length === 0 && html`<p>${inBoth(none)}</p>`}
<table><thead><tr>${headings.map((text) => html`<th scope="col">${text}</th>`)}</tr></thead>
<tbody>${found.map(({ name, table, rows }) => {
    const { what, why, kept, seenBy } = table;
    return html`<tr><td><a href="${name}.csv">${inBoth(what)}</a></td><td>${rows}</td><td>${inBoth(whyWords[why])}</td><td>${inBoth(keptWords[kept])}</td><td>${inBoth(seenByWords[seenBy])}</td><td>${inBoth(erasureText(table.erase))}</td></tr>\n`;
  })}</tbody></table></html>\n`;
}

async function* zipOf(files: AsyncIterable<File>): AsyncGenerator<Uint8Array> {
  // 50 modules, which a start can do without.
  const { ZipWriter } = await import('@zip.js/zip.js');
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = new ZipWriter(writable, { useWebWorkers: false });
  const write = async () => {
    for await (const { path, lines } of files)
      await writer.add(path, ReadableStream.from(lines).pipeThrough(new TextEncoderStream()));
    await writer.close();
  };
  const writing = write().catch((error: unknown) => writable.abort(error).then(() => Promise.reject(error)));
  // Whoever reads hears of it, however long they take for the piece before.
  writing.catch(() => {});
  try {
    yield* readable;
  } finally {
    // Whoever reads may have left: nothing is read from the database afterwards.
    await writing.catch(() => {});
  }
  await writing;
}
