import { createRequire } from 'node:module';
import {
  type DatabaseOptions,
  inPipelinedTransaction,
  type OpenDatabase,
  openDatabase as open,
  type PipelinedTransaction,
  retryDeadlocks,
} from '@campus/database';
import type * as Generated from '../../generated/client.ts';
import type { Prisma, PrismaClient } from '../../generated/client.ts';
import { createKeptDocuments, type KeptDocuments } from './kept-documents.ts';

/** The service's database: Prisma's client, the pool below it, and what is not read from it again and again. */
export interface Database extends OpenDatabase<PrismaClient> {
  keptDocuments: KeptDocuments;
}

/** Prisma's client, or a transaction of it: for what is read and written seldom. */
export type Transaction = Prisma.TransactionClient;

/** A transaction that changes records, by prepared statements. */
export type Writing = PipelinedTransaction;

/**
 * Does the work in one transaction: all of it or nothing. It is done anew when PostgreSQL has ended the transaction to
 * break a deadlock, so it must leave nothing behind outside of it.
 */
export function inTransaction<Result>(
  { pool }: Database,
  work: (tx: Writing) => Promise<Result>,
): Promise<Result> {
  return retryDeadlocks(() => inPipelinedTransaction(pool, work));
}

/** What Prisma has made of the schema: 15 MB, loaded when a model is first asked for. */
export function generated(): typeof Generated {
  return createRequire(import.meta.url)('../../generated/client.ts');
}

/** Opens the database; an idle connection that breaks is reported to `onError` and replaced. */
export function openDatabase(
  url: string,
  onError: (error: Error) => void,
  options: DatabaseOptions = {},
): Database {
  // All trusted lists are written in one transaction.
  const database = open(() => generated().PrismaClient, {
    ...options,
    url,
    onError,
    transactionTimeoutMs: 120_000,
  });
  const keptDocuments = createKeptDocuments();
  const { close } = database;
  // A copy would ask for Prisma's client, which is made when it is first asked for.
  return Object.assign(database, {
    keptDocuments,
    async close() {
      keptDocuments.close();
      await close();
    },
  });
}
