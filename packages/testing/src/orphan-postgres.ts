import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { descendantsOf } from './descendants-of.ts';
import type { StartedProcess } from './start-process.ts';

/** The process of the embedded PostgreSQL on a data folder. */
export async function postgresOn(folder: string): Promise<number> {
  return Number.parseInt(await readFile(path.join(folder, 'postmaster.pid'), 'utf8'), 10);
}

/**
 * Kills everything that a process has started, and itself, but the embedded PostgreSQL: its watcher has no time to stop
 * it.
 *
 * @returns the process of the PostgreSQL that is left
 */
export async function orphanPostgres({ child, kill }: StartedProcess, folder: string): Promise<number> {
  const server = await postgresOn(folder);
  const kept = [server, ...(await descendantsOf(server))];
  // Frozen first: it would see its shell end, and stop or start PostgreSQL again before its own end comes.
  killIfThere(Number(child.pid), 'SIGSTOP');
  // The shells come before what they wait for.
  for (const pid of await descendantsOf(Number(child.pid))) {
    if (!kept.includes(pid)) killIfThere(pid, 'SIGKILL');
  }
  await kill('SIGKILL');
  // Throws when it is gone too.
  process.kill(server, 0);
  return server;
}

function killIfThere(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // A shell ends by itself once what it waits for is gone.
  }
}
