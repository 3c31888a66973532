import { createTestDatabase } from '@campus/testing';
import { expect, test } from '@jest/globals';
import pg from 'pg';
import { tablesWithFirstRows } from '../../src/data/tables.ts';

test('A database that is moved to may have rows where a new instance has some, and nowhere else', async () => {
  const database = await createTestDatabase('video-rest');
  const sql = new pg.Pool({ connectionString: database.url });
  try {
    const { rows } = await sql.query<{ name: string }>(
      `select 'public.' || tablename as name from pg_tables
       where schemaname = 'public' and tablename <> '_prisma_migrations' order by 1`,
    );
    const filled: string[] = [];
    for (const { name } of rows)
      if ((await sql.query(`select from ${name.replace('.', '."')}" limit 1`)).rowCount === 1)
        filled.push(name);

    expect(filled).toEqual(tablesWithFirstRows);
  } finally {
    await sql.end();
    await database.drop();
  }
});
