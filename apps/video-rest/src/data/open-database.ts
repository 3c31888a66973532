import { type OpenDatabase, openDatabase as open } from '@campus/database';
import { type Prisma, PrismaClient } from '../../generated/client.ts';

/** The service's database: Prisma's client, and the pool below it. */
export type Database = OpenDatabase<PrismaClient>;

/** An open transaction, or the client itself where none is needed. */
export type Transaction = Prisma.TransactionClient;

/** Opens the database; an idle connection that breaks is reported to `onError` and replaced. */
export function openDatabase(
  url: string,
  onError: (error: Error) => void,
  { poolSize, listTimeoutSeconds }: { poolSize?: number; listTimeoutSeconds?: number } = {},
): Database {
  return open({
    url,
    poolSize,
    listTimeoutMs: listTimeoutSeconds === undefined ? undefined : listTimeoutSeconds * 1000,
    onError,
    createClient: (adapter) =>
      new PrismaClient({
        adapter,
        // A longer message would hold the arguments of the call, maybe a password's hash, and goes to the log.
        errorFormat: 'minimal',
        // A file is moved into place inside the transaction that adds its row, maybe on a slow network disk.
        transactionOptions: { maxWait: 15_000, timeout: 60_000 },
      }),
  });
}
