import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { connect } from '@campus/database';
import { descendantsOf } from '@campus/testing';

/** Ticks of the clock that Linux counts processor time with (`getconf CLK_TCK`: 100 everywhere). */
const ticksPerSecond = 100;

/**
 * The processor time in milliseconds that a process and all that it has started have taken so far; NaN where the
 * system does not tell.
 */
export async function busyTime(pid: number): Promise<number> {
  const times = await Promise.all([pid, ...(await descendantsOf(pid))].map(ownTime));
  return times.reduce((sum, time) => sum + time, 0);
}

/** The process that has started all others of a PostgreSQL on this machine. */
export async function postmasterOf(adminUrl: string): Promise<number> {
  await using client = await connect(adminUrl);
  const { rows } = await client.query<{ data_directory: string }>('show data_directory');
  const file = path.join(rows[0]?.data_directory ?? '', 'postmaster.pid');
  return Number.parseInt(await readFile(file, 'utf8'), 10);
}

/** With that of those children that have ended. proc(5): `utime`, `stime`, `cutime`, `cstime`. */
async function ownTime(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / ticksPerSecond) * 1000;
}
