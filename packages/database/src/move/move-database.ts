import { join } from 'node:path';
import { connect } from '../connect.ts';
import { DatabaseError } from '../database-error.ts';
import { awaitEndOfStays } from '../embedded/server-stay.ts';
import { requireInstance } from '../open-instance.ts';
import { requireServer } from '../require-server.ts';
import { startEmbeddedPostgres } from '../start-embedded-postgres.ts';
import { copyDatabase, type MovedTable } from './copy-database.ts';
import { requireEmptyDatabase } from './require-empty-database.ts';

export type { MovedTable } from './copy-database.ts';

/**
 * Copies all that a service has in its embedded PostgreSQL into an empty database on a server of the operator's own,
 * and compares the two. What the embedded one holds stays as it is.
 *
 * The service and everything beside it must be stopped, and cannot be started meanwhile: the embedded server is held
 * alone. The copy is one transaction of the target: after a failure at any moment it can be tried again.
 *
 * @param options.dataDir  of the service
 * @param options.database name of the embedded database
 * @param options.to       URL of the target, as the role that will own the tables; no superuser is needed
 * @param options.prepare  brings a database up to date, with all tables and their first rows
 * @param options.seeded   tables in which `prepare` puts rows, as `schema.table`
 * @returns the tables with what they hold now, in alphabetical order
 * @throws DatabaseError  `no_instance`, `unreachable`, `server_too_old`, `migration_failed`; `move_refused` when the
 *   service runs or the target is not empty; `move_failed`
 */
export async function moveDatabase({
  dataDir,
  database,
  to,
  prepare,
  seeded,
  log,
}: {
  dataDir: string;
  database: string;
  to: string;
  prepare: (url: string) => Promise<void>;
  seeded: readonly string[];
  log: (line: string) => void;
}): Promise<MovedTable[]> {
  await requireInstance(dataDir);
  await requireServer(to);
  await requireEmptyDatabase(to, seeded);
  const source = await openAlone({ dataDir: join(dataDir, 'postgres'), database, log });
  try {
    await prepare(source.url);
    await prepare(to);
    return await copyDatabase({ from: source.url, to, log });
  } finally {
    await source.close();
  }
}

/** The embedded server, which nobody else has and nobody else gets. */
async function openAlone(options: { dataDir: string; database: string; log: (line: string) => void }) {
  const server = await startEmbeddedPostgres(options).catch((error: unknown) => {
    if (error instanceof DatabaseError && error.code === 'already_running') throw stillInUse(error);
    throw error;
  });
  // Workers and commands that come now would attach to the server; this keeps them out until it stops.
  const guard = await connect(server.url);
  const close = async () => {
    await guard.end().catch(() => {});
    await server.stop();
  };
  if (await awaitEndOfStays(guard, { timeoutMs: 1_000 })) return { url: server.url, close };
  await close();
  throw stillInUse();
}

function stillInUse(cause?: unknown): DatabaseError {
  return new DatabaseError(
    'move_refused',
    'The embedded database is in use, so nothing was copied: stop the service, its workers and its commands first.',
    { cause },
  );
}
