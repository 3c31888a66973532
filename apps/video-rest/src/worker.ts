import { openSharedParts, type SharedPartsOptions } from './open-shared-parts.ts';
import { startEncoding } from './videos/encode-job.ts';

/** Brings an encode worker up on a migrated database. `stop` hands what is at work to another process. */
export async function startWorker(options: SharedPartsOptions): Promise<{ stop(): Promise<void> }> {
  const parts = await openSharedParts(options);
  const { encodeConcurrency, encodeThreads } = options.configuration;
  try {
    // Zero is for the service, which leaves the encodings to its workers: in both it may stand in one file.
    await startEncoding(
      { ...parts, log: options.log },
      { encodeConcurrency: Math.max(1, encodeConcurrency), encodeThreads },
    );
    parts.onStop(async () => parts.jobs.beginStop());
    parts.readiness.begin(parts.checks);
    return parts;
  } catch (error) {
    await parts.stop();
    throw error;
  }
}
