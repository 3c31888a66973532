import { join } from 'node:path';
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
 * @throws DatabaseError
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
  beside?: { onLost: () => void };
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
    if (beside !== undefined) return openEmbeddedPostgres({ ...options, ...beside });
    const { url: embeddedUrl, stop } = await startEmbeddedPostgres(options);
    return { url: embeddedUrl, close: stop };
  }
}
