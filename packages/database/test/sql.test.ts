import { createTestDatabase, type TestDatabase } from '@campus/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { inPipelinedTransaction, type Sql, sql } from '../src/index.ts';

let database: TestDatabase;
/** One connection, which keeps what is prepared. */
let pool: pg.Pool;

beforeAll(async () => {
  database = await createTestDatabase('conventions-signing');
  pool = new pg.Pool({ connectionString: database.url, max: 1 });
  await pool.query('create table cakes (id int primary key, baked_on date, first_name text)');
  await pool.query(`insert into cakes values (1, '2026-02-28', 'Tart'), (2, null, 'Pie')`);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const shown = (piece: Sql) => {
  const { text, values } = piece.statement({ isPrepared: false });
  return { text, values };
};

test('Pieces are put together, and every value is a parameter in its place', () => {
  const named = (name: string) => sql`name = ${name}`;

  expect(shown(sql`select ${1} from cakes where ${sql.any([named('a'), named('b')])} limit ${2}`)).toEqual({
    text: 'select $1 from cakes where (name = $2 or name = $3) limit $4',
    values: [1, 'a', 'b', 2],
  });
});

test.each([
  ['no conditions that must all hold', sql.all([]), 'true'],
  ['no conditions of which one must hold', sql.any([]), 'false'],
  ['no pieces', sql.join([], ', '), ''],
  ['a name', sql.identifier('a "name"'), '"a ""name"""'],
  ['a number', sql.literal(12.5), '12.5'],
  ['a text', sql.literal(`it's`), `'it''s'`],
])('Of %s it makes what SQL has for it', (_what, piece, text) => {
  expect(shown(piece)).toEqual({ text, values: [] });
});

test('Rows have the names of their columns in camel case, and days as texts', async () => {
  const all = sql<{ id: number; bakedOn: string | null; firstName: string }>`select * from cakes order by id`;

  expect(await all.rows(pool)).toEqual([
    { id: 1, bakedOn: '2026-02-28', firstName: 'Tart' },
    { id: 2, bakedOn: null, firstName: 'Pie' },
  ]);
});

test('Of one row it gives that or null, and of a change how many rows it wrote', async () => {
  const cake = (id: number) => sql<{ id: number }>`select id from cakes where id = ${id}`;

  expect([await cake(2).row(pool), await cake(3).row(pool)]).toEqual([{ id: 2 }, null]);
  expect(await sql`update cakes set first_name = first_name where id = any(${[1, 2, 3]})`.run(pool)).toBe(2);
});

test('Rows are sent as a table of their columns', async () => {
  const cakes = [
    { id: 8, firstName: 'Éclair' },
    { id: 9, firstName: null },
  ];
  const table = sql.unnest(cakes, { id: sql`int`, firstName: sql`text` });

  expect(await sql`select id, first_name from ${table} c (id, first_name)`.rows(pool)).toEqual(cakes);
});

test('What is absent is written as null', async () => {
  expect(await sql`select ${undefined}::int as none`.rows(pool)).toEqual([{ none: null }]);
});

test('A connection keeps each statement of the code prepared once, and so many of those that are put together', async () => {
  const ask = (columns: number) =>
    sql`select ${sql.join(
      Array.from({ length: columns }, () => sql`${1}::int`),
      ', ',
    )}`.run(pool);
  const kept = sql`select name from pg_prepared_statements`;
  const made = sql`select from pg_prepared_statements where statement like 'select $1::int%'`;
  const madeBefore = await made.run(pool);

  for (let columns = 1; columns <= 300; columns += 1) await ask(columns);

  // Of all that templates were made into a hundred beside their first; another one still has its own.
  const before = await kept.run(pool);
  await ask(300);
  await sql`select 1 as another`.run(pool);
  await sql`select 1 as another`.rows(pool, { isPrepared: false });
  expect((await kept.run(pool)) - before).toBe(1);
  const madeSince = (await made.run(pool)) - madeBefore;
  expect([madeSince > 0, madeSince <= 101]).toEqual([true, true]);
});

test('In a transaction of its own statements are sent one behind the other', async () => {
  await inPipelinedTransaction(pool, async (tx) => {
    tx.send(sql`insert into cakes (id) values (${5})`);
    expect(await sql`delete from cakes where id = ${5}`.run(tx)).toBe(1);
  });
});

test('Given an answer that somebody still holds, as promises do, When its rows are read, Then it holds them no more', async () => {
  const answers: pg.QueryResult[] = [];
  const holding = {
    query: async (statement: pg.QueryConfig) => {
      const answer = await pool.query(statement);
      answers.push(answer);
      return answer;
    },
  };

  const rows = await sql`select n from generate_series(1, 3) n`.rows(holding);

  expect(rows).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
  expect(answers.map((answer) => answer.rows)).toEqual([[]]);
});
