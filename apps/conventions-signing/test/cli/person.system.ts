import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import {
  countWaiting,
  createTestDatabase,
  eventually,
  nodeEnvironment,
  scratchRoot,
  type TestDatabase,
} from '@campus/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { runProgram } from '../support/run-program.ts';

let database: TestDatabase;
let sql: pg.Pool;
let folder: string;

beforeAll(async () => {
  database = await createTestDatabase('conventions-signing');
  sql = new pg.Pool({ connectionString: database.url });
  folder = await mkdtemp(path.join(scratchRoot, 'person-'));
});
afterAll(async () => {
  await sql.end();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const person = (...args: string[]) =>
  runProgram('person', args, { env: { DATABASE_URL: database.url, INIT_CWD: folder } });

/** An account that has changed a template, and watches it. */
async function givenPerson(username: string): Promise<string> {
  const mail = `${username}@example.org`;
  await sql.query("insert into accounts (username, role, email) values ($1, 'reader', $2)", [username, mail]);
  await sql.query(
    "insert into templates (id, name, workflow_id, watchers, changed_at, changed_by) values (gen_random_uuid(), $1, 'w', array[$2], now(), 'person:' || $1)",
    [username, mail],
  );
  return mail;
}

const left = async (username: string) =>
  (
    await sql.query(
      "select (select count(*)::int from accounts where username = $1) as accounts, (select count(*)::int from templates where changed_by = 'person:' || $1) as templates",
      [username],
    )
  ).rows[0];

test('A person is shown, taken out and erased, and a dry run erases nothing', async () => {
  const mail = await givenPerson('kim');

  expect(await person('show', mail)).toMatchObject({
    status: 0,
    output: expect.stringMatching(/^templates +1 +Templates/m),
  });
  expect(await person('export', 'kim', '--to', 'kim.zip')).toMatchObject({
    status: 0,
    output: `${folder}/kim.zip is there.\n`,
  });
  expect((await readFile(`${folder}/kim.zip`)).subarray(0, 2).toString()).toBe('PK');
  expect((await stat(`${folder}/kim.zip`)).mode & 0o777).toBe(0o600);
  expect(await person('erase', 'kim', '--dry-run')).toMatchObject({
    status: 0,
    output: expect.stringMatching(/\nNothing was erased\.\n$/),
  });
  expect(await left('kim')).toEqual({ accounts: 1, templates: 1 });

  expect(await person('erase', 'kim')).toMatchObject({
    status: 0,
    output: expect.stringMatching(/\nkim is erased\. Backups/),
  });
  expect(await left('kim')).toEqual({ accounts: 0, templates: 0 });
  // That their data was handed over is told for a year.
  expect(await person('erase', mail)).toMatchObject({
    status: 0,
    output: expect.stringMatching(/^TABLE .*\nadministration_history +1 .*\nkim@example\.org is erased\. /),
  });
  expect(await person('show', 'kim')).toMatchObject({
    status: 1,
    errors: expect.stringContaining('got "kim"'),
  });
  expect(await person('export', 'kim')).toMatchObject({ status: 64 });
});

test('Given an erasure that is killed in its middle, Then nothing is erased, and the next one erases all', async () => {
  await givenPerson('lee');
  const holder = await sql.connect();
  await holder.query('begin');
  await holder.query("select from templates where name = 'lee' for update");
  const child = spawn(
    process.execPath,
    [path.resolve(import.meta.dirname, '../../src/cli/person.ts'), 'erase', 'lee'],
    {
      env: { PATH: process.env.PATH, ...nodeEnvironment, DATABASE_URL: database.url },
    },
  );
  const ended = once(child, 'exit');
  await eventually(async () => (await countWaiting(sql)) === 1);

  child.kill('SIGKILL');
  await ended;
  await holder.query('rollback');
  holder.release();

  expect(await left('lee')).toEqual({ accounts: 1, templates: 1 });
  expect(await person('erase', 'lee')).toMatchObject({ status: 0 });
  expect(await left('lee')).toEqual({ accounts: 0, templates: 0 });
});
