import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { eventually } from './eventually.ts';
import { freePort } from './free-port.ts';
import { postgresPrefix } from './postgres-prefix.ts';
import { scratchRoot } from './scratch-root.ts';
import { type StartedProcess, startProcess } from './start-process.ts';

const run = promisify(execFile);
const everyVersion = '/usr/lib/postgresql';

/** A PostgreSQL server of the distribution, as an operator has one. */
export interface SystemPostgres {
  /** Folder of the programs, such as pg_dump. */
  bin: string;
  port: number;
  /** The data folder. */
  dataDir: string;
  /** As the superuser `postgres`. */
  adminUrl: string;
  /** Stands before programs that refuse to run as root. */
  prefix: string[];
  /** Makes a role that is no superuser, and a database of the same name that it owns; the URL for both. */
  createDatabase(name: string): Promise<string>;
  /** Stops it, and starts it again with whatever is in the data folder by then. */
  restart(change?: () => Promise<void>): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Starts the distribution's PostgreSQL server (Debian: /usr/lib/postgresql/<version>/bin) in a new folder on a free port
 * of the loopback interface, also as root. For system and slow tests.
 *
 * @param options.settings  lines for postgresql.conf
 * @param options.root      where its folder is made
 */
export async function startSystemPostgres({
  settings = [],
  root = scratchRoot,
}: {
  settings?: string[];
  root?: string;
} = {}): Promise<SystemPostgres> {
  const bin = await findBinaries();
  const prefix = postgresPrefix;
  const folder = await mkdtemp(path.join(root, 'system-postgres-'));
  const dataDir = path.join(folder, 'data');
  const password = randomBytes(12).toString('hex');
  const passwordFile = path.join(folder, 'password');
  await writeFile(passwordFile, password, { mode: 0o600 });
  const initdb = [
    '--username=postgres',
    '--auth=scram-sha-256',
    `--pwfile=${passwordFile}`,
    '--encoding=UTF8',
  ];
  const [command = '', ...args] = [...prefix, path.join(bin, 'initdb'), ...initdb, '--locale=C.UTF-8'];
  await run(command, [...args, '--no-sync', '-D', dataDir]);
  const port = await freePort();
  const lines = ["listen_addresses = '127.0.0.1'", "unix_socket_directories = ''", `port = ${port}`];
  const file = path.join(dataDir, 'postgresql.conf');
  await writeFile(file, `${await readFile(file, 'utf8')}\n${[...lines, ...settings].join('\n')}\n`);
  const urlOf = (user: string, database: string) =>
    `postgresql://${user}:${password}@127.0.0.1:${port}/${database}`;
  const adminUrl = urlOf('postgres', 'postgres');
  let server = await start();

  async function start(): Promise<StartedProcess> {
    const [program = '', ...rest] = [...prefix, path.join(bin, 'postgres'), '-D', dataDir];
    const started = startProcess({ command: program, args: rest });
    await started.waitForOutput(/database system is ready to accept connections/);
    return started;
  }

  return {
    bin,
    port,
    dataDir,
    adminUrl,
    prefix,
    async createDatabase(name) {
      const client = new pg.Client({ connectionString: adminUrl });
      await client.connect();
      try {
        const id = pg.escapeIdentifier(name);
        await client.query(`create role ${id} login password ${pg.escapeLiteral(password)}`);
        await client.query(`create database ${id} owner ${id}`);
      } finally {
        await client.end();
      }
      return urlOf(name, name);
    },
    async restart(change = async () => {}) {
      // The fast shutdown, which cuts connections.
      await server.kill('SIGINT');
      await change();
      // Who tries to reach it meanwhile may have been given its port for their own end.
      server = await eventually(start, { timeoutMs: 60_000, intervalMs: 500 });
    },
    async [Symbol.asyncDispose]() {
      await server.kill('SIGINT');
      await server[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function findBinaries(): Promise<string> {
  const versions = (await namesIn(everyVersion)).map(Number).sort((a, b) => b - a);
  for (const version of versions) {
    const bin = path.join(everyVersion, String(version), 'bin');
    // The clients alone may be there.
    if ((await namesIn(bin)).includes('initdb')) return bin;
  }
  throw new Error(
    'the PostgreSQL server of the distribution is not installed: run scripts/install-test-tools',
  );
}

function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((): string[] => []);
}
