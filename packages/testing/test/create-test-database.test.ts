import { expect, test } from '@jest/globals';
import pg from 'pg';
import { createTestDatabase } from '../src/index.ts';

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

test('Given a template, Then each database is a migrated copy of its own, owned by a role that is no superuser', async () => {
  const [one, other] = await Promise.all([
    createTestDatabase('conventions-signing'),
    createTestDatabase('conventions-signing'),
  ]);
  try {
    await query(one.url, 'create table only_here (id int)');
    expect(await query(other.url, `select to_regclass('only_here') as found`)).toEqual([{ found: null }]);
    expect(await query(one.url, 'select count(*) > 0 as migrated from _prisma_migrations')).toEqual([
      { migrated: true },
    ]);
    expect(await query(one.url, 'select rolsuper from pg_roles where rolname = current_user')).toEqual([
      { rolsuper: false },
    ]);
  } finally {
    await Promise.all([one.drop(), other.drop()]);
  }
});

test('Given a connection that is still open, When the database is dropped, Then it is gone all the same', async () => {
  const database = await createTestDatabase('conventions-signing');
  const client = new pg.Client({ connectionString: database.url });
  client.on('error', () => {});
  await client.connect();

  await database.drop();

  await expect(query(database.url, 'select 1')).rejects.toMatchObject({ code: '3D000' });
});

test('Given a template that is not there, Then the message names those that are', async () => {
  await expect(createTestDatabase('no-such')).rejects.toThrow(
    /no template database "tpl_no-such", only .*tpl_conventions-signing/,
  );
});
