import { stat } from 'node:fs/promises';
import { readOfProcess } from './process-identity.ts';

/** Whether the process with this id is a PostgreSQL on this data folder, given by its real path. Linux only. */
export async function runsPostgresOn(pid: number, folder: string): Promise<boolean> {
  const commandLine = await readOfProcess(pid, 'cmdline');
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
