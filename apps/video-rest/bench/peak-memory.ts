import { readFile } from 'node:fs/promises';

/** The most memory that a process has held at once so far, in bytes; NaN where the system does not tell. */
export async function peakMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmHWM:\s*(\d+) kB$/m.exec(status)?.[1] ?? Number.NaN) * 1024;
}
