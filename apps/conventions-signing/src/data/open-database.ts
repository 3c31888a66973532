import { type OpenDatabase, openDatabase as open, retryDeadlocks } from '@campus/database';
import { type Prisma, PrismaClient } from '../../generated/client.ts';

/** The service's database: Prisma's client, and the pool below it. */
export type Database = OpenDatabase<PrismaClient, Transaction>;

/** An open transaction, or the client itself where none is needed. */
export type Transaction = Prisma.TransactionClient;

/**
 * Does the work in one transaction: all of it or nothing. It is done anew when PostgreSQL has ended the transaction to
 * break a deadlock, so it must leave nothing behind outside of it.
 */
export function inTransaction<Result>(
  { prisma }: Database,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  return retryDeadlocks(() => prisma.$transaction(work));
}

/** Opens the database; an idle connection that breaks is reported to `onError` and replaced. */
export function openDatabase(
  url: string,
  onError: (error: Error) => void,
  { poolSize, listTimeoutSeconds }: { poolSize?: number; listTimeoutSeconds?: number } = {},
): Database {
  return open<PrismaClient, Transaction>({
    url,
    poolSize,
    listTimeoutMs: listTimeoutSeconds === undefined ? undefined : listTimeoutSeconds * 1000,
    onError,
    createClient: (adapter) =>
      new PrismaClient({
        adapter,
        // A longer message would hold the arguments of the call, maybe a password's hash, and goes to the log.
        errorFormat: 'minimal',
        // A 50 MiB PDF is written inside its transaction; Prisma's default of 5 s is too short on a slow disk.
        transactionOptions: { maxWait: 15_000, timeout: 120_000 },
      }),
  });
}
