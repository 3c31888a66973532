import { openSharedParts, type SharedPartsOptions } from './open-shared-parts.ts';
import { startEncoder } from './start-encoder.ts';

/**
 * Brings an encode worker up on a migrated database. `stop` hands what is at work to another process.
 *
 * @param options.onDrained  called once it was told to take up nothing new, and has finished what it had
 */
export async function startWorker(
  options: SharedPartsOptions & { onDrained: () => void },
): Promise<{ stop(): Promise<void> }> {
  const parts = await openSharedParts(options);
  try {
    await startEncoder(parts, { ...options, isService: false });
    parts.onStop(async () => parts.jobs.beginStop());
    parts.readiness.begin(parts.checks);
    return parts;
  } catch (error) {
    await parts.stop();
    throw error;
  }
}
