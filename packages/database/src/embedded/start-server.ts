import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer, Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { errorCode } from '@campus/config';
import pg from 'pg';
import { DatabaseError } from '../database-error.ts';
import { alreadyRunning, makeWay } from './make-way.ts';

/** A server that answers. */
export interface RunningServer {
  port: number;
  /** Resolves when it has ended, whoever ended it. */
  ended: Promise<void>;
  stop(): Promise<void>;
}

// A crash recovery may take minutes on a slow disk; a healthy start takes 45 to 100 ms (measured).
const readyWithinMs = 300_000;
const attempts = 20;
/** SQLSTATE invalid_password. */
const wrongPassword = '28P01';

interface ServerOptions {
  /** Prefix, program, and flags without port. */
  command: string[];
  folder: string;
  superuserPassword: string;
  log: (line: string) => void;
}

/**
 * Starts postgres on the loopback interface and waits until it answers the superuser.
 *
 * @param again.port    of the server that it follows; a free one when absent
 * @param again.signal  ends it while it starts
 * @throws DatabaseError `already_running` or `start_failed`
 */
export async function startServer(
  options: ServerOptions,
  again: { port?: number; signal?: AbortSignal } = {},
): Promise<RunningServer> {
  await makeWay(options.folder, options.log);
  for (let attempt = 1; ; attempt++) {
    again.signal?.throwIfAborted();
    const port = again.port ?? (await freePort());
    let ready = false;
    let accepts = false;
    const postgres = spawnPostgres([...options.command, '-p', String(port)], (line) => {
      if (line.includes('database system is ready to accept connections')) accepts = true;
      // Until then it refuses our own questions with "the database system is starting up".
      if (ready && /\b(FATAL|PANIC):/.test(line)) options.log(`PostgreSQL: ${line}`);
    });
    const end = () => void postgres.stop();
    again.signal?.addEventListener('abort', end);
    ready = await answers(postgres, () => accepts, { port, password: options.superuserPassword });
    again.signal?.removeEventListener('abort', end);
    if (ready) return { port, ended: postgres.ended, stop: postgres.stop };
    await postgres.stop();
    const output = postgres.lastLines().join('\n');
    if (/lock file "postmaster.pid" already exists/.test(output)) throw await alreadyRunning(options.folder);
    // The port was taken in between, or processes of a killed server have not all ended yet.
    const passing = /could not bind|could not create any TCP\/IP sockets|is still in use/.test(output);
    if (!passing || attempt === attempts) {
      throw new DatabaseError(
        'start_failed',
        `The embedded PostgreSQL on ${options.folder} did not start:\n${output}`,
      );
    }
    await sleep(250);
  }
}

/** True when it answers, false when it ended before that. */
async function answers(
  postgres: PostgresProcess,
  accepts: () => boolean,
  { port, password }: { port: number; password: string },
): Promise<boolean> {
  const deadline = Date.now() + readyWithinMs;
  while (!postgres.hasEnded() && Date.now() < deadline) {
    // Before it says so, somebody else may hold the port, and would be told the password.
    if (!accepts()) {
      await Promise.race([sleep(10), postgres.ended]);
      continue;
    }
    const client = new pg.Client({
      host: '127.0.0.1',
      port,
      user: 'postgres',
      database: 'postgres',
      password,
    });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.query('select 1');
      return true;
    } catch (error) {
      if (errorCode(error) === wrongPassword) {
        await postgres.stop();
        throw new DatabaseError(
          'start_failed',
          'The superuser password in the data folder is not the one of its cluster; restore superuser.password from a backup.',
          { cause: error },
        );
      }
      await Promise.race([sleep(15), postgres.ended]);
    } finally {
      await client.end().catch(() => {});
    }
  }
  return false;
}

/** A port that nobody listened on a moment ago. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** A running postgres that ends with this process, however this process ends. */
type PostgresProcess = ReturnType<typeof spawnPostgres>;

const supervisor = fileURLToPath(new URL('./end-with-parent.sh', import.meta.url));
const keptLines = 30;

/**
 * Starts postgres under a small shell supervisor that holds a pipe to this process.
 *
 * Measured: after a SIGKILL to this process, postgres is gone, cleanly, within 16 to 72 ms. It never keeps this
 * process alive, and Ctrl-C does not reach it (own process group), so that the service can still write while it stops.
 */
function spawnPostgres(command: string[], onLine: (line: string) => void) {
  const child = spawn('/bin/sh', [supervisor, ...command], {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const lines: string[] = [];
  let hasEnded = false;
  const { stderr, stdio } = child;
  const lifeline = stdio[3];
  if (!stderr || !lifeline) throw new Error('the pipes of a child process were asked for and are not there');
  const ended = new Promise<void>((resolve) => {
    const end = () => {
      hasEnded = true;
      lifeline.destroy();
      resolve();
    };
    child.once('exit', end);
    child.once('error', (error) => {
      lines.push(error.message);
      end();
    });
  });
  createInterface({ input: stderr }).on('line', (line) => {
    lines.push(line);
    if (lines.length > keptLines) lines.shift();
    onLine(line);
  });
  child.unref();
  for (const pipe of [stderr, lifeline]) if (pipe instanceof Socket) pipe.unref();

  return {
    /** The last lines it wrote, for a message about its failure. */
    lastLines: () => lines,
    /** True once it has ended. */
    hasEnded: () => hasEnded,
    /** Resolves when it has ended. */
    ended,
    /** Fast shutdown: open connections are cut, everything committed is on disk. Resolves when it has ended. */
    async stop() {
      child.ref();
      lifeline.destroy();
      await ended;
    },
  };
}
