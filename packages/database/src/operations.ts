/**
 * Work in the background of which a row of a table tells: who has begun it (`actor`, a name or an id), when it was begun,
 * taken up and over, and who has cancelled it. What is done, and in which parts, its service says.
 */
import type { Jobs, Queue } from '@campus/jobs';
import { BudgetSpentError } from '@campus/service';
import type pg from 'pg';
import { type Queryable, sql } from './sql.ts';

/** Operations that may be under way, of one actor and in all. */
export interface OperationLimits {
  underWayPerCaller: number;
  underWay: number;
}

/** A while of work on one operation. */
interface OperationJob<Id> {
  operationId: Id;
}

/** The while of whoever works on an operation. */
export interface While {
  /** Aborts when another process is to go on. */
  signal: AbortSignal;
  /** Whether others may go first now. */
  isOver(): boolean;
}

const retryAfterSeconds = 30;

/** So long after its end the report of an operation is kept. */
const reportKeptDays = 30;

/** Any number, the same in all processes. */
const countingLock = 0x6f70;

/** What is done with the operations of one table. */
export function operationsIn<Id extends string | number>(options: {
  table: string;
  limits: OperationLimits;
  queue: Queue<OperationJob<Id>>;
}) {
  const { table, limits, queue } = options;
  const named = sql.identifier(table);
  return {
    /**
     * Makes sure that an actor may begin one more; nobody else begins one until the transaction ends.
     *
     * @param begun  the one more, where its row is there already
     * @throws BudgetSpentError
     */
    async requireRoom(tx: Queryable, actor: string | number, begun?: Id): Promise<void> {
      await sql`select pg_advisory_xact_lock(${countingLock}::bigint)`.run(tx);
      const { own, all } = await sql<{ own: number; all: number }>`
        select count(*) filter (where actor = ${actor})::int as own, count(*)::int as "all"
        from ${named} where ended_at is null and id is distinct from ${begun ?? null}`.one(tx);
      if (own >= limits.underWayPerCaller) throw new BudgetSpentError('caller', { retryAfterSeconds });
      if (all >= limits.underWay) throw new BudgetSpentError('all', { retryAfterSeconds });
    },
    /** Queues the next while of one, behind those of others. Only one process works on an operation at a time. */
    send,
    /**
     * Works on them until the queue stops, `atATime` in this process, so that a short one does not wait for a long one.
     *
     * @param doSome  does what it can in a while, and says whether anything is left: then others go first
     */
    work(
      { jobs, db }: { jobs: Jobs; db: { pool: pg.Pool } },
      { atATime, whileMs }: { atATime: number; whileMs: number },
      doSome: (id: Id, turn: While) => Promise<boolean>,
    ): Promise<void> {
      return jobs.work(queue, atATime, async ({ operationId }, signal) => {
        const until = Date.now() + whileMs;
        if (await doSome(operationId, { signal, isOver: () => Date.now() >= until }))
          await send(db.pool, jobs, operationId);
      });
    },
    /** Ends one that is under way where it is; one that is over stays as it is. */
    async cancel(pool: pg.Pool, id: Id, { by, at }: { by: string; at: Date }): Promise<void> {
      await sql`
        update ${named} set ended_at = ${at}, cancelled_by = ${by} where id = ${id} and ended_at is null`.run(
        pool,
      );
    },
    /** Forgets those whose reports were kept long enough. */
    async forgetOld(pool: pg.Pool, now: Date): Promise<void> {
      const before = new Date(now.getTime() - reportKeptDays * 24 * 3_600_000);
      await sql`delete from ${named} where ended_at < ${before}`.run(pool);
    },
  };

  function send(tx: Parameters<Jobs['send']>[0], jobs: Jobs, id: Id): Promise<void> {
    return jobs.send(tx, queue, { operationId: id }, { group: String(id) });
  }
}

/** How far an operation is. */
export interface OperationProgress {
  state: 'waiting' | 'running' | 'ended' | 'cancelled';
  /** Of what it is about, that has no outcome. */
  left: number;
  /** When there will be none left, at the pace so far; null when nobody can tell. */
  expectedAt: Date | null;
}

/** Tells it from what is kept of it. */
export function operationProgress(
  operation: {
    total: number;
    done: number;
    refused?: number;
    startedAt: Date | null;
    endedAt: Date | null;
    cancelledBy: string | null;
  },
  now: Date,
): OperationProgress {
  const { total, done, refused = 0, startedAt, endedAt, cancelledBy } = operation;
  const settled = done + refused;
  const left = total - settled;
  if (endedAt !== null)
    return { state: cancelledBy === null ? 'ended' : 'cancelled', left, expectedAt: null };
  if (startedAt === null) return { state: 'waiting', left, expectedAt: null };
  if (settled === 0) return { state: 'running', left, expectedAt: null };
  const perOneMs = (now.getTime() - startedAt.getTime()) / settled;
  return { state: 'running', left, expectedAt: new Date(now.getTime() + perOneMs * left) };
}
