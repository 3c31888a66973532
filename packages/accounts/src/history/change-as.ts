import type pg from 'pg';
import type { Actor } from './actor.ts';

/** What it takes of an open transaction to say who acts in it. */
export interface Statements {
  $queryRawUnsafe<Rows = unknown>(statement: string, ...values: unknown[]): PromiseLike<Rows>;
}

/**
 * Statements over the pool, each by itself. For what every start asks: Prisma's first statement of a process loads its
 * query compiler, 40 MB and a quarter of the processor time of a start.
 */
export function statementsOn(pool: pg.Pool): Statements {
  return {
    async $queryRawUnsafe<Rows>(statement: string, ...values: unknown[]) {
      return (await pool.query(statement, values)).rows as Rows;
    },
  };
}

/** What opens one. */
export interface Transactions<Transaction> {
  $transaction<Given>(work: (tx: Transaction) => Promise<Given>): Promise<Given>;
}

/**
 * Does a change in one transaction and in somebody's name. The triggers of the tables write what is done into the
 * administration history, in the same transaction: both are there, or neither.
 *
 * PostgreSQL's own isolation level, "read committed".
 *
 * @throws whatever `change` throws; nothing has changed then
 */
export function changeAs<Transaction extends Statements, Result>(
  prisma: Transactions<Transaction>,
  by: Actor,
  change: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  return prisma.$transaction(async (tx) => {
    await tx.$queryRawUnsafe(
      `select set_config('campus.actor', $1, true), set_config('campus.address', $2, true)`,
      by.name,
      by.address ?? '',
    );
    return change(tx);
  });
}
