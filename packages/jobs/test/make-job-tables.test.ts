import { createTestDatabase, type TestDatabase } from '@campus/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import {
  JobTablesError,
  jobTablesArePending,
  makeJobTables,
  seededJobTables,
  startJobs,
} from '../src/index.ts';

let database: TestDatabase;
let databaseUrl: string;

beforeAll(async () => {
  database = await createTestDatabase('conventions-signing');
  databaseUrl = database.url;
  // The template has them already.
  await sql('drop schema pgboss cascade');
});
afterAll(() => database.drop());

async function sql<Row extends object>(
  text: string,
  options: pg.ClientConfig = { connectionString: databaseUrl },
): Promise<Row[]> {
  const client = new pg.Client(options);
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

test('Given a role that may make no tables, When the queue has none, Then the start says who has to migrate', async () => {
  const role = `restricted_${new URL(databaseUrl).pathname.slice(1)}`;
  const asAdmin = { connectionString: process.env.TEST_DATABASE_ADMIN_URL };
  await sql(`create role ${role} login password 'restricted'`, asAdmin);
  const restricted = new URL(databaseUrl);
  [restricted.username, restricted.password] = [role, 'restricted'];
  try {
    const refused = startJobs({ databaseUrl: restricted.href, onError: () => {} });

    await expect(refused).rejects.toThrow(JobTablesError);
  } finally {
    await sql(`drop role ${role}`, asAdmin);
  }
});

test('The tables are made once; no rows stand in them but the known ones; those of a newer version are left alone', async () => {
  expect(await jobTablesArePending({ databaseUrl })).toBe(true);
  expect(await makeJobTables({ databaseUrl })).toBe(true);
  expect(await jobTablesArePending({ databaseUrl })).toBe(false);
  expect(await makeJobTables({ databaseUrl })).toBe(false);

  const filled: string[] = [];
  for (const { name } of await sql<{ name: string }>(
    `select schemaname || '.' || tablename as name from pg_tables where schemaname = 'pgboss'`,
  )) {
    if ((await sql(`select from ${name} limit 1`)).length > 0) filled.push(name);
  }
  expect(filled).toEqual([...seededJobTables]);

  await sql('update pgboss.version set version = version + 1');
  expect(await makeJobTables({ databaseUrl })).toBe(false);
});
