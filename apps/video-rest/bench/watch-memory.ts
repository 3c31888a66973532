import { writeFile } from 'node:fs/promises';
import { residentMebibytes } from '@campus/testing';

/** What a process held when it did nothing, and at most since then. */
export interface Memory {
  atRestBytes: number;
  peakBytes: number;
}

const mebibyte = 2 ** 20;

/** Begins to watch the memory of a process that does nothing just now. */
export async function watchMemory(pid: number): Promise<() => Promise<Memory>> {
  const atRest = await residentMebibytes(pid);
  // proc(5): sets the peak to what is held now.
  await writeFile(`/proc/${pid}/clear_refs`, '5').catch(() => undefined);
  return async () => ({
    atRestBytes: atRest.nowMebibytes * mebibyte,
    peakBytes: (await residentMebibytes(pid)).peakMebibytes * mebibyte,
  });
}
