import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { type Prisma, PrismaClient } from '../../generated/client.ts';

/** The two doors to the service's PostgreSQL database, over one pool of connections. */
export interface Database {
  prisma: PrismaClient;
  /** For the reads that must be fast or binary. */
  pool: pg.Pool;
  close(): Promise<void>;
}

/** An open transaction, or the client itself where none is needed. */
export type Transaction = Prisma.TransactionClient;

/** Connects lazily; an idle connection that breaks is reported to `onError` and replaced. */
export function openDatabase(url: string, onError: (error: Error) => void): Database {
  const pool = new pg.Pool({ connectionString: url, max: 10, connectionTimeoutMillis: 10_000 });
  pool.on('error', onError);
  const prisma = new PrismaClient({
    adapter: new PrismaPg(pool),
    // A 50 MiB PDF is written inside its transaction; Prisma's default of 5 s is too short on a slow disk.
    transactionOptions: { maxWait: 15_000, timeout: 120_000 },
  });
  return {
    prisma,
    pool,
    async close() {
      await prisma.$disconnect();
      await pool.end();
    },
  };
}
