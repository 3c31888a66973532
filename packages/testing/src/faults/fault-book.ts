import { constants } from 'node:os';
import type { Call, Fault, Hit, Report } from './fault.ts';

/** What is to fail, and what has. */
export interface FaultBook {
  /** Tells what has become of the fault until now, and begins with another, or with none. */
  begin(fault: Fault | null): Report;
  /** Counts a call. @returns how it fails; undefined when it does not */
  failureOf(call: Call, syscall: string, of: unknown): NodeJS.ErrnoException | undefined;
}

export function openFaultBook(): FaultBook {
  let fault: Fault | null = null;
  let seen = 0;
  let hits: Hit[] = [];
  return {
    begin(next) {
      const report = { seen, hits };
      fault = next;
      seen = 0;
      hits = [];
      return report;
    },
    failureOf(call, syscall, of) {
      if (fault === null || !fault.calls.includes(call)) return undefined;
      const subject = typeof of === 'string' || of instanceof URL ? String(of) : undefined;
      if (subject !== undefined && !subject.startsWith(fault.within ?? '')) return undefined;
      seen += 1;
      if (fault.isLasting ? seen < fault.nth : seen !== fault.nth) return undefined;
      const { code } = fault;
      const error: NodeJS.ErrnoException = new Error(`${code}: made for a test, ${syscall} ${subject ?? ''}`);
      const errno = constants.errno[code as keyof typeof constants.errno];
      Object.assign(error, {
        code,
        syscall,
        ...(errno && { errno: -errno }),
        ...(subject && { path: subject }),
      });
      hits.push({ call, syscall, of: subject ?? '', at: placesIn(error.stack ?? '') });
      return error;
    },
  };
}

/** The lines of a stack that are of ours, or of a package, without those of this folder. */
function placesIn(stack: string): string[] {
  const lines = stack.split('\n').slice(1);
  return lines
    .filter((line) => !line.includes('node:') && !line.includes('/testing/src/faults/'))
    .map((line) => line.trim());
}
