import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import { defaultListTimeoutSeconds, defaultPoolSize } from './database-parameters.ts';
import { createLookups, type Lookups, type RawTransaction } from './lookups.ts';
import { openPool, type Silence } from './open-pool.ts';

/** The two doors to a service's PostgreSQL database, over one pool of connections. */
export interface OpenDatabase<Client, Transaction> {
  /** Made when it is first asked for; with its first statement it takes up to 60 MB, which many processes never need. */
  readonly prisma: Client;
  /** For the reads that must be fast or binary. */
  pool: pg.Pool;
  /** Lists and searches. */
  lookups: Lookups<Transaction>;
  /** Makes sure that the database answers; a connection that has gone silent is thrown away. */
  check(options?: { timeoutMs?: number }): Promise<void>;
  close(): Promise<void>;
}

/** What is used of a service's generated client. */
interface PrismaLike<Transaction> {
  $disconnect(): Promise<void>;
  $transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>;
}

/**
 * Opens a service's database for its generated Prisma client. Connects lazily; an idle connection that
 * breaks is reported to `onError` and replaced. Whoever waits for a database that has gone silent is told so.
 *
 * @param options.poolSize      connections that everybody in this process shares
 * @param options.listTimeoutMs  for a statement of a list or a search
 * @param options.silence       as of `openPool`
 * @param options.createClient  makes the service's own client on the adapter
 */
export function openDatabase<Client extends PrismaLike<Transaction>, Transaction extends RawTransaction>({
  url,
  poolSize = defaultPoolSize,
  listTimeoutMs = defaultListTimeoutSeconds * 1000,
  silence,
  onError,
  createClient,
}: {
  url: string;
  poolSize?: number | undefined;
  listTimeoutMs?: number | undefined;
  silence?: Silence | undefined;
  onError: (error: Error) => void;
  createClient: (adapter: PrismaPg) => Client;
}): OpenDatabase<Client, Transaction> {
  const pool = openPool({ url, poolSize, silence });
  let isClosed = false;
  pool.on('error', (error) => {
    // `pool.end` does not wait for the connections themselves: what still breaks is nobody's loss.
    if (isClosed) return;
    // pg hangs the whole connection onto it, which no log should hold.
    Reflect.deleteProperty(error, 'client');
    onError(error);
  });
  let client: Client | undefined;
  const prisma = () => {
    client ??= createClient(new PrismaPg(pool));
    return client;
  };
  return {
    get prisma() {
      return prisma();
    },
    pool,
    lookups: createLookups<Transaction>({
      pool,
      begin: (work) => prisma().$transaction(work),
      poolSize,
      timeoutMs: listTimeoutMs,
    }),
    async check({ timeoutMs = 4_000 } = {}) {
      // Without pg's own limit such a connection would be waited for until TCP gives it up.
      const isThere: pg.QueryConfig & { query_timeout: number } = {
        text: 'select 1',
        query_timeout: timeoutMs,
      };
      await pool.query(isThere);
    },
    async close() {
      isClosed = true;
      await client?.$disconnect();
      await pool.end();
    },
  };
}
