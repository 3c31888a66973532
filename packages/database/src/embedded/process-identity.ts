import { readFile, stat } from 'node:fs/promises';
import { errorCode } from '@campus/config';
import { whyShortOfMeans } from '@campus/service';

/**
 * What the kernel tells of a process; empty when there is none, or it is not ours to ask.
 *
 * @throws what the system says when it is short of something: it is not gone because of that
 */
export async function readOfProcess(pid: number, what: 'stat' | 'cmdline'): Promise<string> {
  try {
    return await readFile(`/proc/${pid}/${what}`, 'utf8');
  } catch (error) {
    if (whyShortOfMeans(error) !== undefined) throw error;
    return '';
  }
}

/** A process that is told apart from a later one with the same id: `<pid>-<when it started>`. Linux only. */
export async function identityOf(pid: number): Promise<string> {
  // After the name in brackets: state is the 3rd field, the start (ticks since boot) the 22nd.
  const stat = await readOfProcess(pid, 'stat');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  // A dead one that its parent has not asked for yet.
  const isZombie = fields[0] === 'Z';
  return `${pid}-${isZombie ? 'dead' : (fields[19] ?? '')}`;
}

/** Whether a process with this id exists, whoever owns it. */
export function processIsAlive(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it is there, and belongs to someone else.
    return errorCode(error) === 'EPERM';
  }
}

/** Whether the process with this identity still runs. */
export async function identityIsAlive(identity: string): Promise<boolean> {
  const pid = pidIn(identity);
  return processIsAlive(pid) && (await identityOf(pid)) === identity;
}

export function pidIn(identity: string): number {
  return Number.parseInt(identity, 10);
}

/** For people: `process 4711 (node apps/video-rest/src/main.ts)`. */
export async function describeProcess(pid: number): Promise<string> {
  const commandLine = await readOfProcess(pid, 'cmdline');
  const command = commandLine.replaceAll('\0', ' ').trim().slice(0, 200);
  return command === '' ? `process ${pid}` : `process ${pid} (${command})`;
}

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
