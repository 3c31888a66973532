/**
 * Who still needs an embedded PostgreSQL that another process has started: everyone who is attached holds an advisory
 * lock in common, and who has started it waits for that lock alone before it stops the server. A lock falls with its
 * connection, so that a killed process holds up nobody.
 */

import { errorCode } from '@campus/config';
import type pg from 'pg';

// An arbitrary number, the same in every version of the services.
const lockKey = 2_630_118_447;

/** SQLSTATE lock_not_available. */
const timedOut = '55P03';

/** Says on this connection that the server is needed for as long as it is open; false when it is about to stop. */
export async function joinStay(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ joined: boolean }>(
    'select pg_try_advisory_lock_shared($1) as joined',
    [lockKey],
  );
  return rows[0]?.joined === true;
}

/**
 * Waits until nobody is attached any more, and lets nobody join while the connection is open.
 *
 * @returns false when somebody still was after `timeoutMs`
 */
export async function awaitEndOfStays(
  client: pg.Client,
  { timeoutMs }: { timeoutMs: number },
): Promise<boolean> {
  await client.query(`set lock_timeout = ${timeoutMs}`);
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey]);
    return true;
  } catch (error) {
    if (errorCode(error) === timedOut) return false;
    throw error;
  }
}
