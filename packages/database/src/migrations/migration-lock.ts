import type pg from 'pg';

// An arbitrary number, the same in every version of the services.
const lockKey = 4_071_822_015;

/**
 * Takes the advisory lock of migrations on this connection, waiting for its holder; it falls with the connection,
 * so that a killed process never leaves it behind.
 */
export async function holdMigrationLock(client: pg.Client, log: (line: string) => void): Promise<void> {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
    lockKey,
  ]);
  if (rows[0]?.taken) return;
  log('waiting for another process that is migrating the database');
  await client.query('select pg_advisory_lock($1)', [lockKey]);
}
