import type pg from 'pg';
import { eventually } from './eventually.ts';

/** Nobody else reads or writes these tables while this is done. */
export async function whileLocked(
  sql: pg.Pool,
  tables: readonly string[],
  work: () => Promise<void>,
): Promise<void> {
  const client = await sql.connect();
  try {
    await client.query(`begin; lock table ${tables.join(', ')} in access exclusive mode`);
    await work();
  } finally {
    await client.query('rollback');
    client.release();
  }
}

/**
 * Asks for what reads these tables, and leaves while its statement waits for them.
 *
 * @throws Error when the statement does not begin, or is not cancelled
 */
export async function leaveWhileLocked(
  sql: pg.Pool,
  tables: readonly string[],
  { url, headers }: { url: URL; headers: Record<string, string> },
): Promise<void> {
  await whileLocked(sql, tables, async () => {
    const leaving = new AbortController();
    const answer = fetch(url, { headers, signal: leaving.signal }).then(
      ({ status }) => status,
      () => 'left',
    );
    // A page may ask for several things at once.
    await eventually(async () => Number(await countWaiting(sql)) > 0);

    leaving.abort();

    const outcome = await answer;
    if (outcome !== 'left') throw new Error(`answered with ${outcome} before anybody left`);
    await eventually(async () => (await countWaiting(sql)) === 0);
  });
}

/** How many statements wait for a lock of another. In a transaction the answer stays what it was at first. */
export async function countWaiting(sql: pg.Pool): Promise<number | undefined> {
  const { rows } = await sql.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and state = 'active' and wait_event_type = 'Lock'`,
  );
  return rows[0]?.count;
}
