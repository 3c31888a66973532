import { createTestDatabase, eventually, type TestDatabase } from '@campus/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { maxWaitingLookupsPerCaller } from '../src/lookups.ts';
import { openDatabase } from '../src/open-database.ts';
import { type Queryable, sql } from '../src/sql.ts';

let database: TestDatabase;
let own: pg.Pool;
const closing: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  database = await createTestDatabase('conventions-signing');
  closing.push(() => database.drop());
  own = new pg.Pool({ connectionString: database.url, max: 1 });
  closing.push(() => own.end());
});

afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

/** Lookups as a process has them. */
async function givenLookups({ poolSize, timeoutMs = 60_000 }: { poolSize: number; timeoutMs?: number }) {
  class NoClient {
    $disconnect = async () => undefined;
  }
  const { pool, lookups, close } = openDatabase(() => NoClient, {
    url: database.url,
    poolSize,
    listTimeoutSeconds: timeoutMs / 1000,
    transactionTimeoutMs: 1_000,
    onError: (error) => {
      throw error;
    },
  });
  return { pool, lookups, [Symbol.asyncDispose]: close };
}

const requester = (caller = 'ada', signal = new AbortController().signal) => ({ caller, signal });
const sleep = (db: Queryable, seconds: number) => sql`select pg_sleep(${seconds})`.run(db);

/** Statements that sleep at this moment, on this database. */
async function sleeping(): Promise<number> {
  return sql`
    select from pg_stat_activity
    where datname = current_database() and state = 'active' and wait_event = 'PgSleep'`.run(own);
}

test('Given a statement under way, When its requester leaves, Then it is cancelled, and the next one is well', async () => {
  await using given = await givenLookups({ poolSize: 2 });
  const leaving = new AbortController();
  const lookup = sleep(given.lookups.of(requester('ada', leaving.signal)), 60);
  const outcome = expect(lookup).rejects.toMatchObject({ name: 'BudgetSpentError', budget: 'time' });
  await eventually(async () => expect(await sleeping()).toBe(1));

  leaving.abort();

  await outcome;
  await eventually(async () => expect(await sleeping()).toBe(0));
  expect(await sleep(given.lookups.of(requester()), 0)).toBe(1);
});

test('Given several statements, When the requester leaves between two, Then the next one is not begun', async () => {
  await using given = await givenLookups({ poolSize: 2 });
  const leaving = new AbortController();

  const lookups = given.lookups.of(requester('ada', leaving.signal));
  await sleep(lookups, 0);
  leaving.abort();

  await expect(sleep(lookups, 60)).rejects.toMatchObject({ budget: 'time' });
  expect(await sleeping()).toBe(0);
});

test('Given a statement that takes too long, Then it is ended as 503, and what is no lookup has no limit', async () => {
  await using given = await givenLookups({ poolSize: 1, timeoutMs: 50 });

  const lookups = given.lookups.of(requester());

  await expect(sleep(lookups, 60)).rejects.toMatchObject({
    budget: 'time',
    status: 503,
    retryAfterSeconds: 5,
  });
  // On a busy machine the shortest takes too long now and then.
  await eventually(async () => expect(await sleep(lookups, 0)).toBe(1));
  expect((await given.pool.query('show statement_timeout')).rows).toEqual([{ statement_timeout: '0' }]);
});

test('Given a statement that fails, Then its error is told, and nothing of it is kept', async () => {
  await using given = await givenLookups({ poolSize: 1 });
  const lookups = given.lookups.of(requester());

  await expect(sql`create table left_over ()`.run(lookups)).rejects.toMatchObject({ code: '25006' });
  expect(await sql`select 1`.run(lookups)).toBe(1);
});

test('Given as many lookups as there may be, When something else is read, Then there is a connection for it', async () => {
  await using given = await givenLookups({ poolSize: 4 });
  const leaving = new AbortController();
  const lookups = Array.from({ length: 10 }, () =>
    sleep(given.lookups.of(requester('ada', leaving.signal)), 60),
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
  const ask = (caller: string) => sleep(given.lookups.of(requester(caller, leaving.signal)), 60);
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
  const lookups = given.lookups.of(requester());
  const endless: { self?: object } = {};
  endless.self = endless;
  const echo = (value: object) => sql`select ${value}::json as echo`.row(lookups);

  await expect(echo(endless)).rejects.toThrow(TypeError);

  expect(await echo({ a: 1 })).toEqual({ echo: { a: 1 } });
});
