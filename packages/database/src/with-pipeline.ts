import pg from 'pg';

/**
 * Lends a connection on which statements are sent without waiting for what is answered in between.
 *
 * pg takes its option `pipeline` for a whole connection, for good; but a COPY cannot run on such a one.
 *
 * @param work  calls `discard` when the connection may not be lent again, such as in the middle of a transaction
 */
export async function withPipeline<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient, discard: () => void) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  let isDiscarded = false;
  Object.assign(client, { pipeline: true });
  try {
    return await work(client, () => {
      isDiscarded = true;
    });
  } finally {
    Object.assign(client, { pipeline: false });
    client.release(isDiscarded);
  }
}

/** Of a statement that pg itself could not send it believes that the database has it prepared. */
export function discardUnsent(failure: unknown, discard: () => void): void {
  if (!(failure instanceof pg.DatabaseError)) discard();
}
