/**
 * Lists and searches: reads of which nobody knows beforehand how much they look through.
 *
 * They have connections of their own, so that what is asked for by its id never waits for them. Each of their statements
 * has a limit of time, and writes nothing: both are settings of these connections, since a transaction around each would be
 * three statements instead of one. And they end with whoever asked: a client that has left cancels its statement.
 *
 *     const page = await listSignables(db.lookups.of(requester), kind, filter);
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { BudgetSpentError, createTurns } from '@campus/service';
import pg from 'pg';
import { type PgQueryable, sql } from './sql.ts';
import type { Standby } from './standby.ts';
import { codesOf, errorsIn } from './why-unavailable.ts';

/** For whom something is looked up. */
export interface Requester {
  /** Whose turns it takes: an account, the fingerprint of a token, an address. */
  caller: string;
  /** Aborts when nobody waits for the answer any more. */
  signal: AbortSignal;
}

export interface Lookups {
  /**
   * Reads statement by statement, each in its turn.
   *
   * @throws BudgetSpentError  from each statement: `caller` or `all` when too many wait, `time` when it took too long;
   *   also when the requester has left, whom no answer reaches
   */
  of(requester: Requester): PgQueryable;
}

/** Lookups that may wait for their turn in one process: of all, and of one caller. */
export const maxWaitingLookups = 200;
export const maxWaitingLookupsPerCaller = 100;

const retryAfterSeconds = 5;

/** A cancellation that meets no statement is forgotten, and the next one begins. */
const cancelEveryMs = 50;

/** The connections of lookups, beside so many for everything else. */
export function lookupConnections(poolSize: number): number {
  return Math.ceil(poolSize / 2);
}

/**
 * What a connection of lookups begins with. Sent as a statement: PgBouncer refuses to connect with options that it does
 * not know.
 *
 * @param timeoutMs  for one statement
 */
export function lookupSettings(timeoutMs: number): string {
  return `set default_transaction_read_only = on; set statement_timeout = ${Number(timeoutMs)}`;
}

/** Where lookups go. */
interface Side {
  /** Their connections. */
  own: pg.Pool;
  /** Over which they are cancelled. */
  pool: pg.Pool;
}

/**
 * @param options.standby    reads in place of the primary what it can
 * @param options.timeoutMs  of the settings of the connections
 */
export function createLookups({
  standby,
  timeoutMs,
  ...primary
}: Side & { standby?: Standby | undefined; timeoutMs: number }): Lookups {
  const turns = createTurns({
    atATime: primary.own.options.max,
    waiting: maxWaitingLookups,
    waitingPerCaller: maxWaitingLookupsPerCaller,
    retryAfterSeconds,
  });
  const read = async (statement: pg.QueryConfig, signal: AbortSignal) => {
    if (standby === undefined || !(await standby.holdsAll())) return readFrom(primary, statement, signal);
    const begunAt = performance.now();
    try {
      return await readFrom({ own: standby.pool, pool: standby.pool }, statement, signal);
    } catch (error) {
      const hadItsTime = isCancelled(error) && performance.now() - begunAt >= timeoutMs;
      if (signal.aborted || hadItsTime) throw error;
      // Replaying has needed what it read (SQLSTATE 40001), it went away, or a standby cannot do this.
      standby.noteFailure(error);
      return readFrom(primary, statement, signal);
    }
  };
  return {
    of: ({ caller, signal }) => ({
      async query(statement) {
        try {
          return await turns.run(caller, () => read(statement, signal), { signal });
        } catch (error) {
          if (signal.aborted || isCancelled(error)) throw new BudgetSpentError('time', { retryAfterSeconds });
          throw error;
        }
      },
    }),
  };
}

async function readFrom(
  { own, pool }: Side,
  statement: pg.QueryConfig,
  signal: AbortSignal,
): Promise<pg.QueryResult> {
  const client = await own.connect();
  let isWell = true;
  try {
    return await cancelledWith(signal, { pool, pid: pidOf(client) }, () => client.query(statement));
  } catch (error) {
    // Of what the database itself has not refused, pg may have sent a part.
    isWell = error instanceof pg.DatabaseError;
    throw error;
  } finally {
    client.release(!isWell);
  }
}

/** Of the process of PostgreSQL that a connection has. */
function pidOf(client: pg.ClientBase): number {
  return Number(Reflect.get(client, 'processID'));
}

/** SQLSTATE query_canceled: by `statement_timeout`, or because somebody asked for it. */
function isCancelled(error: unknown): boolean {
  return errorsIn(error).flatMap(codesOf).includes('57014');
}

/**
 * Reads until it is over or nobody wants it; a cancellation is never under way when this returns, when the connection
 * may be somebody else's.
 */
async function cancelledWith<Result>(
  signal: AbortSignal,
  { pool, pid }: { pool: pg.Pool; pid: number },
  read: () => Promise<Result>,
): Promise<Result> {
  signal.throwIfAborted();
  let isOver = false;
  let cancelling: Promise<void> | undefined;
  const cancel = async () => {
    while (!isOver) {
      // When the database is away, so is the statement.
      await sql`select pg_cancel_backend(${pid})`.run(pool).catch(() => {});
      await sleep(cancelEveryMs);
    }
  };
  const begin = () => {
    cancelling = cancel();
  };
  signal.addEventListener('abort', begin, { once: true });
  try {
    return await read();
  } finally {
    isOver = true;
    signal.removeEventListener('abort', begin);
    await cancelling;
  }
}
