import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { createTestDatabase, eventually, nodeEnvironment, type TestDatabase } from '@campus/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { BlobWriter, Uint8ArrayReader, ZipWriter } from '@zip.js/zip.js';
import pg from 'pg';
import { validPdf } from '../support/pdfs.ts';

const lines = 120;
let database: TestDatabase;
let sql: pg.Pool;
let folder: string;

beforeAll(async () => {
  database = await createTestDatabase('conventions-signing');
  sql = new pg.Pool({ connectionString: database.url, max: 1 });
  folder = await mkdtemp(path.join(tmpdir(), 'import-system-'));
  const zip = new ZipWriter(new BlobWriter());
  for (let line = 1; line <= lines; line += 1)
    await zip.add(`pdfs/${line}.pdf`, new Uint8ArrayReader(await validPdf({ text: `Document ${line}` })));
  await writeFile(path.join(folder, 'pdfs.zip'), await (await zip.close()).bytes());
});
afterAll(async () => {
  await sql.end();
  await database.drop();
  await rm(folder, { recursive: true });
});

const columns =
  'reference;pdf;title;companyname;school;signatory.1.name;signatory.1.givenname;signatory.1.mail;watchers';

async function givenList(name: string, mailOf: (line: number) => string): Promise<void> {
  const rows = Array.from({ length: lines }, (_none, index) => {
    const line = index + 1;
    return `2026-${line};${line}.pdf;Stage;Exemple;Université;Martin;Élodie;${mailOf(line)};a@example.org b@example.org`;
  });
  await writeFile(path.join(folder, name), `\ufeff${[columns, ...rows].join('\r\n')}`);
}

/** Starts the program as its npm script does. */
function importing(...args: string[]) {
  const program = path.resolve(import.meta.dirname, '../../src/cli/import.ts');
  const child = spawn(process.execPath, [program, ...args], {
    cwd: tmpdir(),
    env: { PATH: process.env.PATH, ...nodeEnvironment, DATABASE_URL: database.url, INIT_CWD: folder },
  });
  const status = new Promise<number | null>((resolve) => child.once('close', resolve));
  const ended = Promise.all([text(child.stdout), text(child.stderr), status]);
  return { child, ended: ended.then(([output, errors, code]) => ({ output, errors, status: code })) };
}

async function registered(): Promise<number> {
  const { rows } = await sql.query('select count(*)::int as count from signables');
  return rows[0].count;
}

/** Begins to import the list, and kills that (SIGKILL) at a line. @returns how many are registered */
async function killAt(reference: string): Promise<number> {
  await sql.query(`
    create function hold() returns trigger language plpgsql as $$ begin
      perform pg_advisory_xact_lock(7);
      return new;
    end $$;
    create trigger hold before insert on signables for each row when (new.reference = '${reference}') execute function hold()`);
  await sql.query('select pg_advisory_lock(7)');
  const killed = importing('right.csv', 'pdfs.zip');
  const held = "from pg_stat_activity where datname = current_database() and wait_event = 'advisory'";
  await eventually(async () => expect((await sql.query(`select ${held}`)).rowCount).toBe(1));
  killed.child.kill('SIGKILL');
  await killed.ended;
  // PostgreSQL would go on with what the dead process has sent.
  await sql.query(`select pg_terminate_backend(pid) ${held}`);
  await sql.query('select pg_advisory_unlock(7)');
  await sql.query('drop function hold cascade');
  return registered();
}

test('An import is checked, refused with every wrong line, and goes on where it was killed', async () => {
  await givenList('wrong.csv', (line) => (line % 50 === 7 ? 'nobody' : 'elodie@example.org'));
  const refused = await importing('wrong.csv', 'pdfs.zip').ended;
  expect(refused).toMatchObject({
    status: 1,
    errors: expect.stringContaining('3 lines are wrong; nothing was'),
  });
  expect(refused.output.split('\n').slice(0, 3)).toEqual(
    [8, 58, 108].map((line) =>
      expect.stringMatching(`^wrong.csv:${line}: signatory.1.mail must be a mail address`),
    ),
  );

  await givenList('right.csv', () => 'elodie@example.org');
  const checked = await importing('right.csv', 'pdfs.zip', '--dry-run').ended;
  expect([checked.status, checked.output, await registered()]).toEqual([
    0,
    'Could be registered: agreements 120, amendments 0.\n',
    0,
  ]);

  const before = await killAt('2026-60');
  expect(before).toBeGreaterThan(0);
  expect(before).toBeLessThan(lines);

  const again = await importing('right.csv', 'pdfs.zip').ended;
  expect(again.status).toBe(0);
  expect(again.output).toBe(
    `Registered as drafts: ${lines - before}; there already, and left as they are: ${before}.\n`,
  );
  expect(again.errors).toContain('120 of 120 checked');
  expect(await registered()).toBe(lines);
});

test.each([
  ['missing.csv', 'pdfs.zip', /missing\.csv cannot be read: ENOENT/],
  ['right.csv', 'right.csv', /right\.csv cannot be read as a ZIP/],
  ['pdfs.zip', 'pdfs.zip', /must end in \.csv or \.jsonl/],
])('Given %s with %s, Then one clear sentence and exit 1', async (list, archive, sentence) => {
  await givenList('right.csv', () => 'elodie@example.org');

  const { status, errors } = await importing(list, archive).ended;

  expect([status, errors]).toEqual([1, expect.stringMatching(sentence)]);
});
