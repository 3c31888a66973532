import { join } from 'node:path';
import { DatabaseError } from './database-error.ts';
import { holdsCluster } from './embedded/check-data-folder.ts';
import { findPostgresBinaries } from './embedded/postgres-binaries.ts';
import { openEmbeddedPostgres } from './open-embedded-postgres.ts';
import { requireServer } from './require-server.ts';
import { startEmbeddedPostgres } from './start-embedded-postgres.ts';

/** The database of a service, and how to let go of it. */
export interface OpenedInstance {
  url: string;
  /** Stops or leaves the embedded server, if it is one. Can be called again. */
  close(): Promise<void>;
}

export interface InstanceOptions {
  /** Of a server of the operator's own; undefined: embedded. */
  url: string | undefined;
  /** The folder of the service; the embedded cluster is in `postgres` below it. */
  dataDir: string;
  /** Name of the embedded database. */
  database: string;
  log: (line: string) => void;
  /** Called when the embedded server goes for good before `close`: without it this process is of no use. */
  onLost: () => void;
  /** For programs beside the service: the embedded server that runs already is used, and no new database is made. */
  isBeside?: boolean;
}

/**
 * Opens the service's database as it is: the one that is configured, else the embedded one in the folder of the service.
 *
 * @throws DatabaseError  `no_instance` where there is none and one must exist; as `startEmbeddedPostgres`, and as
 *   `requireServer`
 */
export async function openInstance(given: InstanceOptions): Promise<OpenedInstance> {
  const { url, dataDir, database, log, onLost, isBeside = false } = given;
  const opened = url === undefined ? await openEmbedded() : { url, close: async () => {} };
  try {
    await requireServer(opened.url);
    return opened;
  } catch (error) {
    await opened.close();
    throw error;
  }

  async function openEmbedded(): Promise<OpenedInstance> {
    const options = { dataDir: join(dataDir, 'postgres'), database, log, onLost };
    if (isBeside) {
      await requireInstance(dataDir);
      return openEmbeddedPostgres(options);
    }
    const { url: embeddedUrl, stop } = await startEmbeddedPostgres(options);
    return { url: embeddedUrl, close: stop };
  }
}

/** @throws DatabaseError  `no_instance` when there is no embedded database in the folder of a service */
export async function requireInstance(dataDir: string): Promise<void> {
  const { majorVersion } = await findPostgresBinaries();
  if (await holdsCluster(join(dataDir, 'postgres'), majorVersion)) return;
  throw new DatabaseError(
    'no_instance',
    `${dataDir} holds no instance of the service, so nothing was done: start the service first, or correct data.dir.`,
  );
}
