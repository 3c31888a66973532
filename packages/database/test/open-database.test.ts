import { createTestDatabase, eventually, networkBefore, type TestDatabase } from '@campus/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { connect, openDatabase, sql, whyDatabaseIsAway } from '../src/index.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase('conventions-signing');
});
afterAll(() => database.drop());

function open(url: string, { poolSize, answerMs = 300 }: { poolSize: number; answerMs?: number }) {
  class NoClient {
    $disconnect = async () => undefined;
  }
  const silence = { silenceMs: 300, answerMs };
  const onError = () => undefined;
  return openDatabase(() => NoClient, { url, poolSize, silence, onError, transactionTimeoutMs: 1_000 });
}

test('Given a connection that has gone silent, When the database is checked, Then that fails in time and the next is well', async () => {
  await using network = await networkBefore(database.url);
  const opened = open(network.url, { poolSize: 1 });
  await opened.check();

  network.lose();
  const silent = opened.check({ timeoutMs: 50 });

  await expect(silent).rejects.toThrow('timeout');
  await expect(opened.check()).resolves.toBeUndefined();
  await opened.close();
});

test('Given a database that has gone silent, Then whoever waits for it is told that it is away, and all is well when it is back', async () => {
  await using network = await networkBefore(database.url);
  const opened = open(network.url, { poolSize: 2 });
  const client = await opened.pool.connect();
  await client.query('begin');
  await opened.check();

  network.stall();
  const told = await Promise.all(
    [client, opened.pool].map((one) => one.query('select 1').catch((error: unknown) => error)),
  );

  for (const error of told) expect(whyDatabaseIsAway(error)).toContain('Connection terminated');
  client.release();
  network.stall(false);
  await eventually(() => opened.check());
  await opened.close();
});

test('Given a database that has gone silent before a list was asked for, Then no list waits for the others', async () => {
  await using network = await networkBefore(database.url);
  const opened = open(network.url, { poolSize: 2 });
  await opened.check();
  const requester = { caller: 'ada', signal: new AbortController().signal };

  network.stall();
  const begunAt = performance.now();
  const lists = Array.from({ length: 4 }, () =>
    sql`select 1`.rows(opened.lookups.of(requester)).catch((error: unknown) => error),
  );
  const told = await Promise.all(lists);

  // One list alone would wait for its connection for 10 s.
  expect(performance.now() - begunAt).toBeLessThan(9_000);
  for (const error of told) expect(whyDatabaseIsAway(error)).toContain('Connection terminated');
  network.stall(false);
  await eventually(() => opened.check());
  await opened.close();
});

test('Given a statement that takes long, while the database answers others, Then it is waited for', async () => {
  // A busy machine answers late.
  const opened = open(database.url, { poolSize: 1, answerMs: 60_000 });

  const { rows } = await opened.pool.query('select 1 as done from pg_sleep(2)');

  expect(rows).toEqual([{ done: 1 }]);
  await opened.close();
});

test('Given a lent connection that breaks while nothing is asked of it, Then its next statement fails, and the process lives', async () => {
  await using network = await networkBefore(database.url);
  const opened = open(network.url, { poolSize: 1 });
  const client = await opened.pool.connect();
  const { rows } = await client.query('select pg_backend_pid() as pid');
  const ended = new Promise((resolve) => client.once('end', resolve));
  await using other = await connect(database.url);
  await other.query('select pg_terminate_backend($1)', [rows[0].pid]);
  await ended;

  const failing = client.query('select 1');

  await expect(failing).rejects.toThrow();
  client.release();
  await opened.check();
  await opened.close();
});
