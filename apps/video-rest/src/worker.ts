import { bringUp } from '@campus/database/programs';
import { openDatabase } from './data/open-database.ts';
import { openSharedParts, type StartOptions } from './open-shared-parts.ts';
import { startEncoder } from './start-encoder.ts';

/**
 * Brings an encode worker up on a migrated database. `stop` hands what is at work to another process.
 *
 * @param options.onDrained  called once it was told to take up nothing new, and has finished what it had
 */
export function startWorker(
  options: StartOptions & { onDrained: () => void },
): Promise<{ stop(): Promise<void> }> {
  return bringUp(options, openDatabase, async (ground) => {
    const parts = await openSharedParts(options, ground);
    await startEncoder(parts, { ...options, isService: false });
    parts.onStop(async () => parts.jobs.beginStop());
    parts.readiness.begin(parts.checks);
    return {};
  });
}
