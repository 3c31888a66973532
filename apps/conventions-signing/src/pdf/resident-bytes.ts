import { readFileSync } from 'node:fs';

/**
 * Memory that a process holds in RAM, in bytes; undefined when it is gone, or where there is no `/proc`.
 *
 * `status` rather than `statm`: it counts in kB, while pages are not of 4 KiB on every ARM machine.
 * Synchronous, because it is answered by the kernel at once (measured: 20 µs).
 */
export function residentBytes(pid: number): number | undefined {
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1];
    return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
  } catch {
    return undefined;
  }
}
