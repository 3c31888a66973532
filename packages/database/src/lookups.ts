/**
 * Lists and searches: reads of which nobody knows beforehand how much they look through.
 *
 * They take at most half of the connections of a process, so that what is asked for by its id never waits for them;
 * each of their statements has a limit of time; and they end with whoever asked: a client that has left cancels its
 * statement.
 *
 *     const page = await listSignables(db.lookups.of(requester), kind, filter);
 */
import type { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { BudgetSpentError, createTurns } from '@campus/service';
import type pg from 'pg';
import { codesOf, errorsIn } from './errors-within.ts';
import { type PgQueryable, sql } from './sql.ts';
import { discardUnsent, withPipeline } from './with-pipeline.ts';

/** For whom something is looked up. */
export interface Requester {
  /** Whose turns it takes: an account, the fingerprint of a token, an address. */
  caller: string;
  /** Aborts when nobody waits for the answer any more. */
  signal: AbortSignal;
}

export interface Lookups {
  /**
   * Reads statement by statement, each in its turn and in a transaction of its own, which goes out with it at once.
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

/**
 * @param options.poolSize   of all connections
 * @param options.timeoutMs  for one statement
 */
export function createLookups({
  pool,
  poolSize,
  timeoutMs,
}: {
  pool: pg.Pool;
  poolSize: number;
  timeoutMs: number;
}): Lookups {
  const turns = createTurns({
    atATime: Math.ceil(poolSize / 2),
    waiting: maxWaitingLookups,
    waitingPerCaller: maxWaitingLookupsPerCaller,
    retryAfterSeconds,
  });
  const begin = `begin read only; set local statement_timeout = ${Number(timeoutMs)}`;
  return {
    of: ({ caller, signal }) => ({
      async query(statement) {
        const read = () =>
          withPipeline(pool, (client, discard) =>
            cancelledWith(signal, { pool, pid: pidOf(client) }, () =>
              inOnePacket(client, { begin, statement, discard }),
            ),
          );
        try {
          return await turns.run(caller, read, { signal });
        } catch (error) {
          if (signal.aborted || isCancelled(error)) throw new BudgetSpentError('time', { retryAfterSeconds });
          throw error;
        }
      },
    }),
  };
}

/** Of the process of PostgreSQL that a connection has. */
function pidOf(client: pg.ClientBase): number {
  return Number(Reflect.get(client, 'processID'));
}

/** A statement in its transaction: PostgreSQL and this process are waked once, not three times. */
async function inOnePacket(
  client: pg.ClientBase,
  { begin, statement, discard }: { begin: string; statement: pg.QueryConfig; discard: () => void },
): Promise<pg.QueryResult> {
  const { stream } = Reflect.get(client, 'connection') as { stream: Writable };
  stream.cork();
  const sent = [client.query(begin), client.query(statement), client.query('commit')] as const;
  stream.uncork();
  const [, answered, ended] = await Promise.allSettled(sent);
  if (ended.status === 'rejected') discard();
  if (answered.status === 'fulfilled') return answered.value;
  discardUnsent(answered.reason, discard);
  throw answered.reason;
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
