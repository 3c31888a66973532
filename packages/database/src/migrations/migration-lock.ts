import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

// An arbitrary number, the same in every version of the services.
const lockKey = 4_071_822_015;

/** Waits for the advisory lock of migrations; it falls with the connection, so a killed process never leaves it. */
export async function holdMigrationLock(client: pg.Client, log: (line: string) => void): Promise<void> {
  if (await tryLock(client)) return;
  log('waiting for another process that is migrating the database');
  // Asked again and again: a statement that waits has a snapshot, for whose end `create index concurrently` of the
  // lock's holder would wait in turn.
  do await sleep(100);
  while (!(await tryLock(client)));
}

async function tryLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
    lockKey,
  ]);
  return rows[0]?.taken === true;
}
