import type pg from 'pg';

/** Changes the history as its triggers would not let anybody. */
export async function tamper(sql: pg.Pool, statement: string, values: unknown[] = []): Promise<void> {
  const client = await sql.connect();
  try {
    await client.query('begin; alter table history disable trigger user');
    await client.query(statement, values);
    await client.query('alter table history enable trigger user; commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}
