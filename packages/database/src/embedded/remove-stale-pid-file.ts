import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Removes `postmaster.pid` when the process it names is not a PostgreSQL on this data folder.
 *
 * PostgreSQL itself sees through a process id that is free again, but not through one that another living process
 * of the same user has been given: it then asks "Is another postmaster running?" and never starts again. Linux only;
 * elsewhere the file is left to PostgreSQL.
 */
export async function removeStalePidFile(folder: string): Promise<void> {
  if (process.platform !== 'linux') return;
  const file = join(folder, 'postmaster.pid');
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return;
  const pid = Number.parseInt(text, 10);
  if (await runsPostgresOn(pid, folder)) return;
  await rm(file, { force: true });
}

async function runsPostgresOn(pid: number, folder: string): Promise<boolean> {
  const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  if (!commandLine.includes('postgres')) return false;
  // The folder may have been started under another of its names; a postmaster works inside it.
  return commandLine.split('\0').includes(folder) || (await isSameFolder(`/proc/${pid}/cwd`, folder));
}

async function isSameFolder(one: string, other: string): Promise<boolean> {
  try {
    const [a, b] = await Promise.all([stat(one), stat(other)]);
    return a.dev === b.dev && a.ino === b.ino;
  } catch {
    return false;
  }
}
