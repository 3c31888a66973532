import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { columnsOf } from '@campus/privacy';
import { createTestDatabase } from '@campus/testing';
import { expect, test } from '@jest/globals';
import pg from 'pg';
import { personalTables as signing } from '../apps/conventions-signing/src/data/personal-data.ts';
import { personalTables as video } from '../apps/video-rest/src/data/personal-data.ts';
import { showPrivacy } from '../scripts/privacy/show-privacy.ts';
import { repositoryRoot } from './support/start-demo.ts';

const services = { 'conventions-signing': signing, 'video-rest': video };

test.each(Object.entries(services))(
  'Every column of every table of %s has its line in what is declared of personal data',
  async (name, declared) => {
    const database = await createTestDatabase(name);
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    try {
      // Partitions have the columns of their table.
      const { rows } = await client.query<{ name: string; columns: string[] }>(
        `select case table_schema when 'public' then '' else table_schema || '.' end || table_name as name,
          array_agg(column_name::text order by column_name) as columns
        from information_schema.columns
        join pg_class on oid = format('%I.%I', table_schema, table_name)::regclass and not relispartition
        where table_schema not in ('pg_catalog', 'information_schema') group by 1`,
      );
      const inDatabase = Object.fromEntries(rows.map((row) => [row.name, row.columns]));
      const said = Object.fromEntries(
        Object.entries(declared).map(([table, each]) => [table, columnsOf(each).all.sort()]),
      );
      expect(inDatabase).toEqual(said);
    } finally {
      await client.end();
      await database.drop();
    }
  },
);

test('docs/privacy.md has what the services declare (npm run privacy)', async () => {
  const page = await readFile(path.join(repositoryRoot, 'docs/privacy.md'), 'utf8');

  expect(page).toBe(showPrivacy(page, { signing, video }));
  for (const table of ['`accounts`', '`users`', '`pgboss.job`']) expect(page).toContain(table);
});
