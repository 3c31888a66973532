import { realpath } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { DatabaseError } from './database-error.ts';
import { holdsCluster } from './embedded/check-data-folder.ts';
import { clusterUrl } from './embedded/cluster-url.ts';
import { keepServer } from './embedded/keep-server.ts';
import { makeCluster } from './embedded/make-cluster.ts';
import { starterFlag } from './embedded/make-way.ts';
import {
  readPassword,
  servicePasswordFile,
  superuserPasswordFile,
  writeNewPassword,
} from './embedded/password-file.ts';
import { findPostgresBinaries } from './embedded/postgres-binaries.ts';
import { prepareDatabase } from './embedded/prepare-database.ts';
import { rootPrefix } from './embedded/root-prefix.ts';
import { startServer } from './embedded/start-server.ts';

export interface EmbeddedPostgresOptions {
  /** Made when it is not there. Holds the cluster and the two password files. */
  dataDir: string;
  /** Name of the database and of the role that owns it. */
  database: string;
  /** Told what is going on, a line at a time. */
  log?: (line: string) => void;
  /** For tests and tools: faster, and not safe against a power cut. */
  throwAway?: boolean;
  /** Called when the server has ended by itself and does not come up again. */
  onLost?: (() => void) | undefined;
  /** How long it is started again and again before that. */
  restartForMs?: number;
}

export interface EmbeddedPostgres {
  /** As the role of the service: owner of its database, no superuser. */
  url: string;
  /** As the superuser: for tests and tools that make databases; a service has no use for it. */
  adminUrl: string;
  /** Fast shutdown; everything committed is kept. Can be called again. */
  stop(): Promise<void>;
}

/**
 * Starts a PostgreSQL of our own on a data folder and makes the database in it.
 *
 * It listens on a free port of the loopback interface only, asks everyone for a password (generated, in files of
 * mode 0600 inside the data folder), and ends with this process, however this process ends. When it ends by itself, it
 * is started again under the same address. One that was left behind on the folder, with nobody it runs for, is stopped
 * first. Works as root and as an ordinary user. Measured: 1 s with a new folder, 0.1 s with an existing one, 0.5 s after a crash.
 *
 * @throws DatabaseError `platform_missing`, `root_refused`, `data_folder_refused`, `not_a_cluster`, `other_major_version`,
 *   `already_running` or `start_failed`
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { database, log = () => {}, throwAway = false, onLost = () => {} } = options;
  const binaries = await findPostgresBinaries();
  const prefix = await rootPrefix();
  const given = resolve(options.dataDir);
  if (!(await holdsCluster(given, binaries.majorVersion))) {
    log(`making a new PostgreSQL data folder in ${given}`);
    await makeCluster({ binaries, prefix, folder: given, sync: !throwAway });
  }
  const folder = await realpath(given);
  const superuserPassword = await readPassword(join(folder, superuserPasswordFile));
  if (superuserPassword === undefined) {
    throw new DatabaseError(
      'start_failed',
      `The data folder ${folder} lacks ${superuserPasswordFile}; restore it from a backup, or point database.url to a PostgreSQL server of your own.`,
    );
  }
  const flags = { ...alwaysSet, ...(throwAway ? throwAwaySettings : {}) };
  const command = [...prefix, binaries.postgres, '-D', folder];
  for (const [name, value] of Object.entries(flags)) command.push('-c', `${name}=${value}`);
  if (process.platform === 'linux') command.push('-c', await starterFlag());
  const serverOptions = { command, folder, superuserPassword, log };
  const server = await startServer(serverOptions);
  try {
    const adminUrl = clusterUrl({
      user: 'postgres',
      password: superuserPassword,
      port: server.port,
      database: 'postgres',
    });
    const serviceFile = join(folder, servicePasswordFile);
    const password = (await readPassword(serviceFile)) ?? (await writeNewPassword(serviceFile));
    await prepareDatabase(adminUrl, { role: database, password, database });
    log(`PostgreSQL ${binaries.majorVersion} is ready on 127.0.0.1:${server.port}`);
    const { port } = server;
    const stop = keepServer(server, {
      startAgain: (signal) => startServer(serverOptions, { port, signal }),
      log,
      onLost,
      patienceMs: options.restartForMs ?? restartForMs,
    });
    return { url: clusterUrl({ user: database, password, port, database }), adminUrl, stop };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/** A full disk may have room again within minutes; afterwards it is for whoever supervises this process. */
const restartForMs = 5 * 60_000;

const alwaysSet = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  timezone: 'UTC',
  // By default 100, which four processes of a service nearly fill (docs/scaling.md, connections).
  max_connections: '200',
};

// dynamic_shared_memory_type: a killed server leaves segments in /dev/shm until its next start, which never comes here.
// scram_iterations: of the password that the service's role gets, which each of thousands of connections proves.
const throwAwaySettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  shared_buffers: '32MB',
  io_method: 'sync',
  scram_iterations: '1',
  dynamic_shared_memory_type: 'mmap',
};
