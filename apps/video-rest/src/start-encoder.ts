import type { Log } from '@campus/service';
import type { VideoConfiguration } from './config.ts';
import { pictureEncoder } from './ffmpeg/encoders.ts';
import { findHardware } from './ffmpeg/find-hardware.ts';
import { identity } from './identity.ts';
import type { SharedParts } from './open-shared-parts.ts';
import { startEncoding } from './videos/encode-job.ts';
import { registerWorker } from './videos/register-worker.ts';

/**
 * Makes this process one that encodes: finds out with what, puts it among the workers, and takes up runs.
 *
 * @param options.onDrained  called once it was told to take up nothing new, and has finished what it had
 */
export async function startEncoder(
  parts: SharedParts,
  options: { configuration: VideoConfiguration; log: Log; isService: boolean; onDrained?: () => void },
): Promise<void> {
  const { configuration, log, isService, onDrained } = options;
  const {
    workerName,
    encodeHardware,
    encodeConcurrency,
    encodeThreads,
    encodeNormaliseSound,
    encodeSplitFrom,
  } = configuration;
  // Zero is for the service, which leaves the encodings to its workers: in both it may stand in one file.
  const concurrency = Math.max(1, encodeConcurrency);
  const hardware = await findHardware(parts.tools, {
    choice: encodeHardware,
    onMissing: (name, words) => log.warn({ words }, `${name} does not work here: the processor encodes`),
  });
  const encoder = pictureEncoder(hardware).codec;
  log.info({ encoder }, `pictures are encoded by ${encoder}`);
  const { version } = identity;
  const worker = await registerWorker(
    { db: parts.db, log },
    { name: workerName, version, concurrency, encoder, undecodable: [...parts.tools.undecodable], isService },
    { onDrained },
  );
  parts.onStop(() => worker.end());
  const tools = { ...parts.tools, hardware };
  await startEncoding(
    { ...parts, tools, log, worker },
    { encodeConcurrency: concurrency, encodeThreads, encodeNormaliseSound, encodeSplitFrom },
  );
}
