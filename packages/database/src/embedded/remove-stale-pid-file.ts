import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { runsPostgresOn } from './runs-postgres-on.ts';

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
