import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorCode } from '@campus/config';
import { DatabaseError } from '../database-error.ts';
import {
  describeProcess,
  identityIsAlive,
  identityOf,
  pidIn,
  readOfProcess,
  runsPostgresOn,
} from './process-identity.ts';

/** On the command line of every server that is started here stands for whom. PostgreSQL keeps what has a dot for us. */
const starterSetting = 'campus.starter';

/** A fast shutdown writes what is in memory to the disk. */
const stopWithinMs = 60_000;

/** The flag that tells for whom a server runs. */
export async function starterFlag(): Promise<string> {
  return `${starterSetting}=${await identityOf(process.pid)}`;
}

/**
 * Makes way for a new server on a data folder: stops one that nobody is left for, and removes a `postmaster.pid` whose
 * process is not a PostgreSQL on this folder.
 *
 * A server outlives its service only when its watcher (`end-with-parent.sh`) was killed too. PostgreSQL itself sees
 * through a process id that is free again, but not through one that another living process of the same user has been
 * given: it then asks "Is another postmaster running?" and never starts again. Linux only; elsewhere all of it is left
 * to PostgreSQL.
 *
 * @param folder  by its real path
 * @throws DatabaseError `already_running`, when a living process holds the folder, which the message names
 */
export async function makeWay(folder: string, log: (line: string) => void): Promise<void> {
  if (process.platform !== 'linux') return;
  const pid = await pidOfServer(folder);
  if (pid === undefined) return;
  if (!(await runsPostgresOn(pid, folder))) {
    await rm(pidFile(folder), { force: true });
    return;
  }
  const starter = await starterOf(pid);
  // One of an older version does not tell; it is not ours to stop.
  if (starter === undefined || (await identityIsAlive(starter))) throw await alreadyRunning(folder);
  log(
    `a PostgreSQL (process ${pid}) is left on ${folder}; process ${pidIn(starter)}, which had started it, is gone: it is stopped`,
  );
  await stop(pid, folder);
}

/** What an operator reads when somebody else has the folder. */
export async function alreadyRunning(folder: string): Promise<DatabaseError> {
  const pid = await pidOfServer(folder);
  const starter = pid === undefined ? undefined : await starterOf(pid);
  const holder = starter === undefined ? pid : pidIn(starter);
  const by = holder === undefined ? '' : `, held by ${await describeProcess(holder)}`;
  return new DatabaseError(
    'already_running',
    `A PostgreSQL is already running on the data folder ${folder}${by}; ` +
      'stop the service that uses it, or give this one another folder with data.dir.',
  );
}

async function stop(pid: number, folder: string): Promise<void> {
  const deadline = performance.now() + stopWithinMs;
  try {
    process.kill(pid, 'SIGINT');
  } catch (error) {
    if (errorCode(error) !== 'ESRCH') throw error;
  }
  while (await runsPostgresOn(pid, folder)) {
    if (performance.now() > deadline) throw await alreadyRunning(folder);
    await sleep(50);
  }
}

async function pidOfServer(folder: string): Promise<number | undefined> {
  const text = await readFile(pidFile(folder), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : Number.parseInt(text, 10);
}

function pidFile(folder: string): string {
  return join(folder, 'postmaster.pid');
}

async function starterOf(pid: number): Promise<string | undefined> {
  const args = (await readOfProcess(pid, 'cmdline')).split('\0');
  const start = `${starterSetting}=`;
  return args.find((arg) => arg.startsWith(start))?.slice(start.length);
}
