import { createTestDatabase, eventually, type TestDatabase } from '@campus/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { createLookups, maxWaitingLookupsPerCaller } from '../src/lookups.ts';

let database: TestDatabase;
let sql: pg.Pool;
const closing: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  database = await createTestDatabase('conventions-signing');
  closing.push(() => database.drop());
  sql = new pg.Pool({ connectionString: database.url, max: 1 });
  closing.push(() => sql.end());
});

afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

/** Lookups over a pool of their own. */
async function givenLookups({ poolSize, timeoutMs = 60_000 }: { poolSize: number; timeoutMs?: number }) {
  const pool = new pg.Pool({ connectionString: database.url, max: poolSize });
  const begin = () => Promise.reject(new Error('there is no Prisma here'));
  const lookups = createLookups({ pool, begin, poolSize, timeoutMs });
  return { pool, lookups, [Symbol.asyncDispose]: () => pool.end() };
}

const requester = (caller = 'ada', signal = new AbortController().signal) => ({ caller, signal });
const sleep = (seconds: number) => (client: pg.ClientBase) =>
  client.query('select pg_sleep($1), pg_backend_pid() as pid', [seconds]);

/** Statements that sleep at this moment, on this database. */
async function sleeping(): Promise<number> {
  const { rows } = await sql.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and state = 'active' and wait_event = 'PgSleep'`,
  );
  return rows[0]?.count ?? -1;
}

test('Given a statement under way, When its requester leaves, Then it is cancelled, and the next one is well', async () => {
  await using given = await givenLookups({ poolSize: 2 });
  const leaving = new AbortController();
  const lookup = given.lookups.withClient(requester('ada', leaving.signal), sleep(60));
  const outcome = expect(lookup).rejects.toMatchObject({ name: 'BudgetSpentError', budget: 'time' });
  await eventually(async () => expect(await sleeping()).toBe(1));

  leaving.abort();

  await outcome;
  await eventually(async () => expect(await sleeping()).toBe(0));
  await expect(given.lookups.withClient(requester(), sleep(0))).resolves.toMatchObject({ rowCount: 1 });
});

test('Given several statements, When the requester leaves between two, Then the next one is cancelled', async () => {
  await using given = await givenLookups({ poolSize: 2 });
  const leaving = new AbortController();

  const lookup = given.lookups.withClient(requester('ada', leaving.signal), async (client) => {
    await sleep(0)(client);
    leaving.abort();
    return sleep(60)(client);
  });

  await expect(lookup).rejects.toMatchObject({ budget: 'time' });
  expect(await sleeping()).toBe(0);
});

test('Given a statement that takes too long, Then it is ended as 503, and its connection has no limit afterwards', async () => {
  await using given = await givenLookups({ poolSize: 1, timeoutMs: 50 });

  const lookup = given.lookups.withClient(requester(), sleep(60));

  await expect(lookup).rejects.toMatchObject({ budget: 'time', status: 503, retryAfterSeconds: 5 });
  await expect(given.lookups.withClient(requester(), sleep(0))).resolves.toMatchObject({ rowCount: 1 });
  expect((await given.pool.query('show statement_timeout')).rows).toEqual([{ statement_timeout: '0' }]);
});

test('Given single statements, When a requester leaves or one takes too long, Then it is ended, and the next one is well', async () => {
  await using given = await givenLookups({ poolSize: 2, timeoutMs: 2_000 });
  const leaving = new AbortController();
  const asleep = (seconds: number) => ({ text: 'select pg_sleep($1)', values: [seconds] });

  const left = expect(
    given.lookups.of(requester('ada', leaving.signal)).query(asleep(60)),
  ).rejects.toMatchObject({ budget: 'time' });
  await eventually(async () => expect(await sleeping()).toBe(1));
  leaving.abort();
  await left;
  await expect(given.lookups.of(requester()).query(asleep(60))).rejects.toMatchObject({ budget: 'time' });

  await expect(given.lookups.of(requester()).query(asleep(0))).resolves.toMatchObject({ rowCount: 1 });
  expect((await given.pool.query('show statement_timeout')).rows).toEqual([{ statement_timeout: '0' }]);
});

test('Given a single statement that fails, Then its error is told, and nothing of it is kept', async () => {
  await using given = await givenLookups({ poolSize: 1 });

  await expect(
    given.lookups.of(requester()).query({ text: 'create table left_over ()' }),
  ).rejects.toMatchObject({
    code: '25006',
  });
  await expect(given.lookups.of(requester()).query({ text: 'select 1' })).resolves.toMatchObject({
    rowCount: 1,
  });
});

test('Given as many lookups as there may be, When something else is read, Then there is a connection for it', async () => {
  await using given = await givenLookups({ poolSize: 4 });
  const leaving = new AbortController();
  const lookups = Array.from({ length: 10 }, () =>
    given.lookups.withClient(requester('ada', leaving.signal), sleep(60)),
  );
  const outcomes = Promise.allSettled(lookups);
  await eventually(async () => expect(await sleeping()).toBe(2));

  expect((await given.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  expect(await sleeping()).toBe(2);
  leaving.abort();
  expect((await outcomes).map(({ status }) => status)).toEqual(lookups.map(() => 'rejected'));
});

test('Given a caller with as many lookups waiting as it may have, Then one more is refused at once as 429, and another caller waits', async () => {
  await using given = await givenLookups({ poolSize: 1 });
  const leaving = new AbortController();
  const ask = (caller: string) => given.lookups.withClient(requester(caller, leaving.signal), sleep(60));
  const waiting = Array.from({ length: 1 + maxWaitingLookupsPerCaller }, () => ask('ada'));
  const outcomes = Promise.allSettled(waiting);

  await expect(ask('ada')).rejects.toMatchObject({ budget: 'caller', status: 429 });
  const other = Promise.allSettled([ask('blaise')]);

  leaving.abort();
  await outcomes;
  expect(await other).toMatchObject([{ reason: { budget: 'time' } }]);
});

test('Given a statement that pg cannot send, Then it fails, and the same with values that it can send is well', async () => {
  await using given = await givenLookups({ poolSize: 1 });
  const reader = given.lookups.of(requester());
  const endless: { self?: object } = {};
  endless.self = endless;
  const echo = (value: object) => ({ name: 'echo', text: 'select $1::json as echo', values: [value] });

  await expect(reader.query(echo(endless))).rejects.toThrow(TypeError);

  expect((await reader.query(echo({ a: 1 }))).rows).toEqual([{ echo: { a: 1 } }]);
});
