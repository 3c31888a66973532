import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { defaultPoolSize } from './database-parameters.ts';

/** The two doors to a service's PostgreSQL database, over one pool of connections. */
export interface OpenDatabase<Client> {
  prisma: Client;
  /** For the reads that must be fast or binary. */
  pool: pg.Pool;
  /** Makes sure that the database answers; a connection that has gone silent is thrown away. */
  check(options?: { timeoutMs?: number }): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens a service's database for its generated Prisma client. Connects lazily; an idle connection that
 * breaks is reported to `onError` and replaced.
 *
 * @param options.poolSize      connections that everybody in this process shares
 * @param options.createClient  makes the service's own client on the adapter
 */
export function openDatabase<Client extends { $disconnect(): Promise<void> }>({
  url,
  poolSize = defaultPoolSize,
  onError,
  createClient,
}: {
  url: string;
  poolSize?: number | undefined;
  onError: (error: Error) => void;
  createClient: (adapter: PrismaPg) => Client;
}): OpenDatabase<Client> {
  const pool = new pg.Pool({ connectionString: url, max: poolSize, connectionTimeoutMillis: 10_000 });
  let isClosed = false;
  pool.on('error', (error) => {
    // `pool.end` does not wait for the connections themselves: what still breaks is nobody's loss.
    if (isClosed) return;
    // pg hangs the whole connection onto it, which no log should hold.
    Reflect.deleteProperty(error, 'client');
    onError(error);
  });
  const prisma = createClient(new PrismaPg(pool));
  return {
    prisma,
    pool,
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
      await prisma.$disconnect();
      await pool.end();
    },
  };
}
