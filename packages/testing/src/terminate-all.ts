import { descendantsOf } from './descendants-of.ts';
import type { ProcessEnd, StartedProcess } from './start-process.ts';

/**
 * What a service manager does by default: SIGTERM to every process of a service at once, those below first, the hardest
 * order for a process that learns of its stop last (Linux).
 */
export async function terminateAll({ child, exited }: StartedProcess): Promise<ProcessEnd> {
  // One that is below another may end with it.
  for (const pid of [...(await descendantsOf(Number(child.pid))), Number(child.pid)]) terminate(pid);
  return exited;
}

/** Ends a process that may have ended by itself. */
export function terminate(pid: number): void {
  try {
    process.kill(pid, 'SIGTERM');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
