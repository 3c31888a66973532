import { codesOf, errorsIn } from './why-unavailable.ts';

/** How often a transaction is begun, when PostgreSQL ends it each time. */
export const deadlockAttempts = 4;

/**
 * Runs a transaction, and again when PostgreSQL has ended it to break a deadlock (SQLSTATE 40P01) or because it could
 * not be put in order with others (40001): nothing of it has happened, and it may well succeed now.
 *
 * @param run  begins a transaction of its own each time, and does outside of it nothing that must not be done twice
 * @see https://www.postgresql.org/docs/current/mvcc-serialization-failure-handling.html
 */
export async function retryDeadlocks<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      if (attempt === deadlockAttempts || !isDeadlock(error)) throw error;
    }
  }
}

/** P2034: what Prisma makes of either, where it knows the call. */
const deadlocks = ['40P01', '40001', 'P2034'];

function isDeadlock(error: unknown): boolean {
  return errorsIn(error)
    .flatMap(codesOf)
    .some((code) => deadlocks.includes(code));
}
