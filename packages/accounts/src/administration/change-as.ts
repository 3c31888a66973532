import type { Actor } from './actor.ts';

/** What it takes of an open transaction to say who acts in it. */
export interface Statements {
  $queryRawUnsafe(statement: string, ...values: unknown[]): PromiseLike<unknown>;
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
