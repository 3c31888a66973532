import { descendantsOf } from './descendants-of.ts';
import type { ProcessEnd, StartedProcess } from './start-process.ts';

/**
 * What a service manager does by default: SIGTERM to every process of a service at once, those below first, the hardest
 * order for a process that learns of its stop last (Linux).
 */
export async function terminateAll({ child, exited }: StartedProcess): Promise<ProcessEnd> {
  for (const pid of [...(await descendantsOf(Number(child.pid))), Number(child.pid)]) {
    try {
      process.kill(pid, 'SIGTERM');
    } catch (error) {
      // One that is below another may have ended with it.
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
    }
  }
  return exited;
}
