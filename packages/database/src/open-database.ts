import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';

/** The two doors to a service's PostgreSQL database, over one pool of connections. */
export interface OpenDatabase<Client> {
  prisma: Client;
  /** For the reads that must be fast or binary. */
  pool: pg.Pool;
  close(): Promise<void>;
}

/**
 * Opens a service's database for its generated Prisma client. Connects lazily; an idle connection that
 * breaks is reported to `onError` and replaced.
 *
 * @param options.createClient  makes the service's own client on the adapter
 */
export function openDatabase<Client extends { $disconnect(): Promise<void> }>({
  url,
  onError,
  createClient,
}: {
  url: string;
  onError: (error: Error) => void;
  createClient: (adapter: PrismaPg) => Client;
}): OpenDatabase<Client> {
  const pool = new pg.Pool({ connectionString: url, max: 10, connectionTimeoutMillis: 10_000 });
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
    async close() {
      isClosed = true;
      await prisma.$disconnect();
      await pool.end();
    },
  };
}
