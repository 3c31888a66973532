import { identity } from './identity.ts';
import { openSharedParts, type SharedPartsOptions } from './open-shared-parts.ts';
import { startEncoding } from './videos/encode-job.ts';
import { registerWorker } from './videos/register-worker.ts';

/**
 * Brings an encode worker up on a migrated database. `stop` hands what is at work to another process.
 *
 * @param options.onDrained  called once it was told to take up nothing new, and has finished what it had
 */
export async function startWorker(
  options: SharedPartsOptions & { onDrained: () => void },
): Promise<{ stop(): Promise<void> }> {
  const parts = await openSharedParts(options);
  const { log, configuration, onDrained } = options;
  const { encodeConcurrency, encodeThreads, encodeNormaliseSound, workerName } = configuration;
  try {
    // Zero is for the service, which leaves the encodings to its workers: in both it may stand in one file.
    const concurrency = Math.max(1, encodeConcurrency);
    const { version } = identity;
    const worker = await registerWorker(
      { db: parts.db, log },
      { name: workerName, version, concurrency, isService: false },
      { onDrained },
    );
    parts.onStop(() => worker.end());
    await startEncoding(
      { ...parts, log, worker },
      { encodeConcurrency: concurrency, encodeThreads, encodeNormaliseSound },
    );
    parts.onStop(async () => parts.jobs.beginStop());
    parts.readiness.begin(parts.checks);
    return parts;
  } catch (error) {
    await parts.stop();
    throw error;
  }
}
