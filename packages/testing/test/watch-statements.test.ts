import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import pg from 'pg';
import { createTestDatabase, watchStatements } from '../src/index.ts';

const sent: string[] = [];
const closing: (() => unknown)[] = [];
let client: pg.Client;

beforeAll(async () => {
  const database = await createTestDatabase('video-rest');
  closing.push(() => database.drop());
  const watch = await watchStatements(database.url, sent);
  closing.push(() => watch.stop());
  client = new pg.Client({ connectionString: watch.url });
  await client.connect();
  closing.push(() => client.end());
});
afterAll(async () => {
  for (const close of closing.reverse()) await close();
});
beforeEach(() => {
  sent.length = 0;
});

test('A prepared statement is noted as often as it is sent, without its values', async () => {
  const ask = (needle: string) =>
    client.query({ name: 'ask', text: 'select $1::text as needle', values: [needle] });

  await ask('one');
  await client.query('select 2 as number');
  const { rows } = await ask('é'.repeat(300_000));

  expect(rows[0].needle).toHaveLength(300_000);
  expect(sent).toEqual(['select $1::text as needle', 'select 2 as number', 'select $1::text as needle']);
});

test('What reads nothing is not noted, nor what the job queue asks', async () => {
  await client.query('begin read only');
  await client.query('select count(*) from pgboss.queue');
  await client.query('select 1');
  await client.query('select 3');
  await client.query('COMMIT');

  expect(sent).toEqual(['select 3']);
});
