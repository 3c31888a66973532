import { join } from 'node:path';
import { DatabaseError } from './database-error.ts';
import { holdsCluster } from './embedded/check-data-folder.ts';
import { findPostgresBinaries } from './embedded/postgres-binaries.ts';
import { migrate } from './migrate.ts';
import { openEmbeddedPostgres } from './open-embedded-postgres.ts';
import { requireServerVersion } from './require-server-version.ts';
import { startEmbeddedPostgres } from './start-embedded-postgres.ts';

export interface ReadyDatabase {
  url: string;
  /** Stops or leaves the embedded server, if it is one. Can be called again. */
  close(): Promise<void>;
}

/**
 * The service's database, migrated: the one that is configured, else the embedded one in the folder of the service.
 *
 * @param options.url        of a server of the operator's own; undefined: embedded
 * @param options.database   name of the embedded database
 * @param options.migrations folder of the migrations
 * @param options.beside     for programs beside the service: use the embedded server that runs already, and tell
 *   when it goes
 * @param options.beside.mustExist  for programs that would do nothing of use on a new database: no embedded one is
 *   made; one of the operator's own is migrated all the same
 * @throws DatabaseError  `no_instance` where there is none and one must exist
 */
export async function readyDatabase({
  url,
  dataDir,
  database,
  migrations,
  log,
  beside,
}: {
  url: string | undefined;
  dataDir: string;
  database: string;
  migrations: string;
  log: (line: string) => void;
  beside?: { onLost: () => void; mustExist?: boolean };
}): Promise<ReadyDatabase> {
  const opened = url === undefined ? await openEmbedded() : { url, close: async () => {} };
  try {
    await requireServerVersion(opened.url);
    await migrate({ url: opened.url, directory: migrations, log });
    return opened;
  } catch (error) {
    await opened.close();
    throw error;
  }

  async function openEmbedded(): Promise<ReadyDatabase> {
    const options = { dataDir: join(dataDir, 'postgres'), database, log };
    if (beside?.mustExist === true) await requireInstance(options.dataDir);
    if (beside !== undefined) return openEmbeddedPostgres({ ...options, onLost: beside.onLost });
    const { url: embeddedUrl, stop } = await startEmbeddedPostgres(options);
    return { url: embeddedUrl, close: stop };
  }

  async function requireInstance(folder: string): Promise<void> {
    const { majorVersion } = await findPostgresBinaries();
    if (await holdsCluster(folder, majorVersion)) return;
    throw new DatabaseError(
      'no_instance',
      `${dataDir} holds no instance of the service, so nothing was done: start the service first, or correct data.dir.`,
    );
  }
}
