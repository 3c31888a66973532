import { createTestDatabase, type TestDatabase } from '@campus/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import pg from 'pg';
import { inPipelinedTransaction } from '../src/pipelined-transaction.ts';
import { sql } from '../src/sql.ts';

let database: TestDatabase;
/** One connection: each transaction meets what the one before has left. */
let pool: pg.Pool;

beforeAll(async () => {
  database = await createTestDatabase('conventions-signing');
  pool = new pg.Pool({ connectionString: database.url, max: 1 });
  await pool.query('create table cakes (id int primary key, name text)');
});
beforeEach(() => pool.query('truncate cakes'));
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const cake = (id: number, name: unknown = 'Tart') =>
  sql`insert into cakes (id, name) values (${id}, ${name})`;

/** No text can be made of it. */
function endless(): object {
  const value = { self: {} };
  value.self = value;
  return value;
}

test.each([
  ['the database refuses', cake(1), { code: '23505' }],
  ['pg cannot send', cake(2, endless()), { name: 'TypeError' }],
])(
  'Nothing stays of a transaction with a statement that %s, and the next one is well',
  async (_what, bad, error) => {
    const failing = inPipelinedTransaction(pool, async (tx) => {
      tx.send(cake(1));
      tx.send(bad);
      tx.send(cake(3));
    });

    await expect(failing).rejects.toMatchObject(error);
    expect((await pool.query('select id from cakes')).rows).toEqual([]);
    await inPipelinedTransaction(pool, async (tx) => tx.send(cake(4)));
    expect((await pool.query('select id from cakes')).rows).toEqual([{ id: 4 }]);
  },
);

test('A statement that stood behind a failure for its first time is known the next time', async () => {
  const other = sql`insert into cakes (id) values (${2})`;
  const failing = inPipelinedTransaction(pool, async (tx) => {
    tx.send(cake(1));
    tx.send(cake(1));
    tx.send(other);
  });
  await expect(failing).rejects.toMatchObject({ code: '23505' });

  await inPipelinedTransaction(pool, async (tx) => tx.send(other));

  expect((await pool.query('select id from cakes')).rows).toEqual([{ id: 2 }]);
});
