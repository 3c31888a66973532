import { keepDoing } from '@campus/feed';
import type { Log } from '@campus/service';
import type { EncodingProgress } from '../ffmpeg/run-ffmpeg.ts';

const intervalMs = 1000;

/**
 * Runs the encoder, and notes about once a second how far it is. The same note notices that the run is no longer
 * ours, also while ffmpeg has nothing to report.
 *
 * @param run.note     tells whether the run is still ours
 * @param run.onLost   called when it was cancelled, or another worker has taken it up
 * @param run.check    throws, with every note, when the run must not go on
 * @param run.onStuck  called with what it throws
 * @returns what `encode` gave; nothing is noted any more by then, nor when it throws
 */
export async function whileNoting<Result>(
  { log }: { log: Log },
  run: {
    encodingId: number;
    note: (progress: EncodingProgress) => Promise<boolean>;
    onLost: () => void;
    check: () => Promise<void>;
    onStuck: (reason: unknown) => void;
  },
  encode: (onProgress: (progress: EncodingProgress) => void) => Promise<Result>,
): Promise<Result> {
  const { encodingId, note, onLost, check, onStuck } = run;
  let latest: EncodingProgress = { percent: 0, speed: null, etaSeconds: null };
  let isOutage = false;
  const stopNoting = keepDoing(
    async () => {
      await check().catch(onStuck);
      if (!(await note(latest))) onLost();
      isOutage = false;
    },
    {
      ...{ everyMs: intervalMs, isAtOnce: true },
      onError(error) {
        // The next note follows soon; an outage is told once.
        if (!isOutage) log.warn({ err: error, encodingId }, 'progress cannot be noted');
        isOutage = true;
      },
    },
  );
  try {
    return await encode((progress) => {
      // Streams of one file end at different times: what was shown once is not taken back.
      latest = { ...progress, percent: Math.max(latest.percent, progress.percent) };
    });
  } finally {
    await stopNoting();
  }
}
