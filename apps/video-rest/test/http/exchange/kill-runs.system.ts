import { countWaiting, createTestDatabase, eventually } from '@campus/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { makeDataDir, type ServiceProcess, startServiceProcess } from '../../support/service-process.ts';

const count = 12_000;
const rootPassword = 'a password of the root of this test';
const closing: (() => Promise<unknown>)[] = [];
let sql: pg.Pool;
let up: ServiceProcess;
let start: () => Promise<ServiceProcess>;

beforeAll(async () => {
  const database = await createTestDatabase('video-rest');
  closing.push(() => database.drop());
  const { dataDir, remove } = await makeDataDir();
  closing.push(remove);
  start = () => startServiceProcess({ databaseUrl: database.url, dataDir, rootPassword });
  up = await start();
  closing.push(() => up.kill('SIGKILL'));
  sql = new pg.Pool({ connectionString: database.url, max: 2 });
  closing.push(() => sql.end());
});

afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

const authorization = `Basic ${Buffer.from(`root:${rootPassword}`).toString('base64')}`;

function ask(path: string, init: RequestInit & { headers?: Record<string, string> } = {}): Promise<Response> {
  return fetch(up.url + path, { ...init, headers: { ...init.headers, authorization } });
}

/** Begins what is done in the background. @returns the path of its run */
async function begin(path: string, body?: string): Promise<string> {
  const headers = { Prefer: 'respond-async', 'Content-Type': 'application/x-ndjson' };
  const answer = await ask(path, body === undefined ? { headers } : { method: 'POST', headers, body });
  expect(answer.status).toBe(202);
  return new URL(String(answer.headers.get('location'))).pathname;
}

async function over(run: string) {
  return eventually(
    async () => {
      const told = (await (await ask(run)).json()) as Record<string, unknown>;
      expect(['ended', 'failed', 'cancelled']).toContain(told.state);
      return told;
    },
    { timeoutMs: 60_000 },
  );
}

/** Lines of folders, which have no natural key: a line that is written twice makes another. */
const linesNamed = (name: string) =>
  Array.from({ length: count }, (_, n) =>
    JSON.stringify({ resource: 'folders', name: `${name} ${n}`, owner: 'root' }),
  ).join('\n');

async function one(statement: string): Promise<number> {
  const { rows } = await sql.query<{ n: number }>(`select (${statement})::int as n`);
  return rows[0]?.n ?? 0;
}

const foldersNamed = (name: string) => one(`select count(*) from folders where name like '${name} %'`);

test('An import line by line whose process is killed goes on behind what was written, and writes no line twice', async () => {
  const run = await begin('/rest/import/?write=lines', linesNamed('killed'));
  await eventually(async () => expect(await one('select count(*) from run_pieces')).toBeGreaterThan(2));

  await up.kill('SIGKILL');

  expect(await foldersNamed('killed')).toBeLessThan(count);
  up = await start();
  expect(await over(run)).toMatchObject({
    state: 'ended',
    report: { written: true, lines: count, created: count, refused: 0 },
  });
  expect(await foldersNamed('killed')).toBe(count);
  expect(await one('select count(*) from run_pieces')).toBe(0);
});

test('An import of all or nothing whose process is killed in the middle begins again, and writes each line once', async () => {
  const holder = await sql.connect();
  await holder.query('begin; lock table folders in share mode');
  const groups = Array.from({ length: 1000 }, (_, n) => `{"resource":"groups","name":"whole ${n}"}\n`).join(
    '',
  );
  const run = await begin('/rest/import/', groups + linesNamed('whole'));
  // The groups are written, and nobody sees them yet.
  await eventually(async () => (await countWaiting(sql)) === 1);

  await up.kill('SIGKILL');
  await holder.query('rollback');
  holder.release();

  expect(await one("select count(*) from groups where name like 'whole %'")).toBe(0);
  up = await start();
  expect(await over(run)).toMatchObject({
    state: 'ended',
    report: { written: true, lines: count + 1000, created: count + 1000, refused: 0 },
  });
  expect(await foldersNamed('whole')).toBe(count);
  expect(await one("select count(*) from groups where name like 'whole %'")).toBe(1000);
});

test('An export whose process is killed begins again, and has the bytes of one that was not', async () => {
  const holder = await sql.connect();
  await holder.query('begin; lock table folders in access exclusive mode');
  const run = await begin('/rest/export/?resource=folders');
  await eventually(async () =>
    expect(await one('select count(*) from runs where started_at is not null and ended_at is null')).toBe(1),
  );

  await up.kill('SIGKILL');
  await holder.query('rollback');
  holder.release();
  up = await start();

  const { state, result } = await over(run);
  expect(state).toBe('ended');
  const whole = await (await ask('/rest/export/?resource=folders')).text();
  expect(await (await ask(new URL(String(result)).pathname)).text()).toBe(whole);
});

test('An import that is cancelled ends soon, and what it has written line by line stays', async () => {
  const run = await begin('/rest/import/?write=lines', linesNamed('cancelled'));
  await eventually(async () => expect(await one('select count(*) from run_pieces')).toBeGreaterThan(1));

  const answer = await ask(`${run}cancel/`, { method: 'POST' });

  expect(answer.status).toBe(200);
  expect(await over(run)).toMatchObject({ state: 'cancelled', cancelled_by: 'root', report: null });
  const written = await foldersNamed('cancelled');
  expect(written).toBeGreaterThan(0);
  expect(written).toBeLessThan(count);
  // Whoever works on it has left it: the next one is taken up, and nothing more of this is written.
  await over(await begin('/rest/export/?resource=types'));
  expect(await foldersNamed('cancelled')).toBe(written);
});

test('A process that is told to stop hands its runs to the next', async () => {
  const run = await begin('/rest/import/?write=lines', linesNamed('stopped'));
  await eventually(async () => expect(await one('select count(*) from run_pieces')).toBeGreaterThan(1));

  expect(await up.kill('SIGTERM')).toEqual({ code: 0, signal: null });
  up = await start();

  expect(await over(run)).toMatchObject({ state: 'ended', report: { created: count } });
  expect(await foldersNamed('stopped')).toBe(count);
});
