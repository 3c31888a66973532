import { createRequire } from 'node:module';
import { type DatabaseOptions, type OpenDatabase, openDatabase as open } from '@campus/database';
import type * as Generated from '../../generated/client.ts';
import type { Prisma, PrismaClient } from '../../generated/client.ts';

/** The service's database: Prisma's client, and the pool below it. */
export type Database = OpenDatabase<PrismaClient>;

/** An open transaction, or the client itself where none is needed. */
export type Transaction = Prisma.TransactionClient;

/** What Prisma has made of the schema: 15 MB, loaded when a model is first asked for. */
function generated(): typeof Generated {
  return createRequire(import.meta.url)('../../generated/client.ts');
}

/** Opens the database; an idle connection that breaks is reported to `onError` and replaced. */
export function openDatabase(
  url: string,
  onError: (error: Error) => void,
  options: DatabaseOptions = {},
): Database {
  // A file is moved into place inside the transaction that adds its row, maybe on a slow network disk.
  return open(() => generated().PrismaClient, { ...options, url, onError, transactionTimeoutMs: 60_000 });
}
