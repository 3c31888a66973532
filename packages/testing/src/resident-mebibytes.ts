import { readFile } from 'node:fs/promises';

/** What a process holds in memory now, and the most it ever held, in MiB (Linux). */
export async function residentMebibytes(
  pid: number | undefined,
): Promise<{ nowMebibytes: number; peakMebibytes: number }> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8');
  const kibibytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1]);
  return { nowMebibytes: kibibytes('VmRSS') / 1024, peakMebibytes: kibibytes('VmHWM') / 1024 };
}
