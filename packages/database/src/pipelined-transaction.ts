import { setImmediate as nextTurn } from 'node:timers/promises';
import pg from 'pg';
import type { PgQueryable, Sql } from './sql.ts';
import { codesOf } from './why-unavailable.ts';

/** A transaction, whose statements are sent one behind the other, without waiting for what is answered in between. */
export interface PipelinedTransaction extends PgQueryable {
  /** Sends a statement of which nobody reads the answer; when it fails, the transaction does. */
  send(statement: Sql): void;
}

/**
 * Does the work in one transaction: all of it or nothing. `begin` goes out with the first statement, `commit` with the
 * last (measured: a transaction of three statements takes two thirds of the processor time, here and in PostgreSQL).
 *
 * @param work  sends its statements through what it is given
 */
export async function inPipelinedTransaction<Result>(
  pool: pg.Pool,
  work: (tx: PipelinedTransaction) => Promise<Result>,
): Promise<Result> {
  return withPipeline(pool, async (client, discard) => {
    const sent: Promise<unknown>[] = [];
    const send = (statement: pg.QueryConfig | string) => {
      const answered = client.query(statement);
      // Looked at before the end.
      answered.catch(() => {});
      sent.push(answered);
    };
    try {
      send('begin');
      const result = await work({
        query: client.query.bind(client),
        send: (statement) => send(statement.statement()),
      });
      // What pg itself refuses to send fails nothing in the database, which would commit the rest.
      await Promise.race([Promise.all(sent), nextTurn()]);
      send('commit');
      await Promise.all(sent);
      return result;
    } catch (error) {
      await client.query('rollback').catch(discard);
      const failures = await failuresOf(sent);
      for (const failure of failures) discardUnsent(failure, discard);
      throw causeOf(error, failures);
    }
  });
}

/** SQLSTATE in_failed_sql_transaction: it failed because something before it has. */
const followed = '25P02';

async function failuresOf(sent: readonly Promise<unknown>[]): Promise<unknown[]> {
  const settled = await Promise.allSettled(sent);
  return settled.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
}

/** Of a failed transaction, what failed first. */
function causeOf(error: unknown, failures: readonly unknown[]): unknown {
  return [...failures, error].find((one) => !codesOf(one).includes(followed)) ?? error;
}

/**
 * Lends a connection on which statements are sent without waiting for what is answered in between.
 *
 * pg takes its option `pipeline` for a whole connection, for good; but a COPY cannot run on such a one.
 *
 * @param work  calls `discard` when the connection may not be lent again, such as in the middle of a transaction
 */
async function withPipeline<Result>(
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
function discardUnsent(failure: unknown, discard: () => void): void {
  if (!(failure instanceof pg.DatabaseError)) discard();
}
