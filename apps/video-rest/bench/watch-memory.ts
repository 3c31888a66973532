import { readFile, writeFile } from 'node:fs/promises';

/** What a process held when it did nothing, and at most since then; NaN where the system does not tell. */
export interface Memory {
  atRestBytes: number;
  peakBytes: number;
}

/** Begins to watch the memory of a process that does nothing just now. */
export async function watchMemory(pid: number): Promise<() => Promise<Memory>> {
  const atRestBytes = await memoryOf(pid, 'VmRSS');
  // proc(5): sets the peak to what is held now.
  await writeFile(`/proc/${pid}/clear_refs`, '5').catch(() => undefined);
  return async () => ({ atRestBytes, peakBytes: await memoryOf(pid, 'VmHWM') });
}

async function memoryOf(pid: number, figure: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(new RegExp(`^${figure}:\\s*(\\d+) kB$`, 'm').exec(status)?.[1] ?? Number.NaN) * 1024;
}
