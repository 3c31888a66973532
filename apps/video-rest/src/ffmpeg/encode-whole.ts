import path from 'node:path';
import { encodeMemoryMiB, timeLimitMs } from './encode-limits.ts';
import type { Hardware } from './encoders.ts';
import { EncodingFailure } from './encoding-failure.ts';
import { ffmpegArgs } from './ffmpeg-args.ts';
import { encodeFurtherSounds } from './further-sounds.ts';
import type { MediaTools } from './open-media-tools.ts';
import { type Outputs, outputFiles } from './outputs.ts';
import { withOverview } from './overview.ts';
import type { Piece } from './pieces.ts';
import type { EncodingPlan } from './plan-encoding.ts';
import { type EncodingProgress, runFfmpeg } from './run-ffmpeg.ts';
import { nameThumbnails } from './thumbnails.ts';
import { finishFolder, outputsOf, readWritten } from './written.ts';

/** A run of ffmpeg over a source. */
export interface SourceRun {
  source: string;
  /** Exists, is empty and belongs to nobody else; whatever happens, it is the caller's to move or remove. */
  folder: string;
  /** At most so many for decoding, and for each encoder. */
  threads: number;
  signal?: AbortSignal | undefined;
  onProgress?: ((progress: EncodingProgress) => void) | undefined;
  /** Called with the last lines of each run of ffmpeg, without paths. */
  onWords?: ((lines: readonly string[]) => void) | undefined;
}

/**
 * Encodes a source into everything that is played, in one ffmpeg run, and checks what came out.
 *
 * On return all files are on the disk (fsync).
 *
 * @throws EncodingFailure  with ffmpeg's words, without paths; `tool_missing` when ffmpeg is not there any more
 * @throws the reason of `signal`, once ffmpeg is dead
 */
export async function encodeWhole(
  tools: MediaTools,
  job: SourceRun & { plan: EncodingPlan },
): Promise<Outputs> {
  const { folder, plan, signal } = job;
  const { ladder, timeline } = plan;
  const { words } = await encodeTo(tools, { ...job, seconds: timeline.durationSeconds });
  const whole = await readWritten(folder, { ...plan, words });
  const sounds = await encodeFurtherSounds(tools, job);
  const heard = { ...whole, ...(sounds.length > 0 && { sounds }) };
  const written = await withOverview(tools, { folder, plan, written: heard, signal });
  const content = { ladder, written, master: outputFiles.master };
  await finishFolder(folder, content);
  signal?.throwIfAborted();
  return outputsOf(plan, content);
}

const failuresOfHardware = new Set<EncodingFailure['code']>([
  'ffmpeg_failed',
  'ffmpeg_failed_silently',
  'ffmpeg_killed_silently',
]);

/**
 * Runs ffmpeg over a source.
 *
 * @param job.piece    absent: all of it
 * @param job.seconds  of what is made
 */
export async function encodeTo(
  tools: MediaTools,
  job: SourceRun & { plan: EncodingPlan; piece?: Piece; seconds: number },
): Promise<{ words: string }> {
  const { source, folder, plan, piece, seconds, threads, signal, onProgress, onWords } = job;
  const run = (hardware: Hardware | null) =>
    runFfmpeg(tools.ffmpeg, {
      args: ffmpegArgs({ ...plan, source, piece, threads, canToneMap: tools.canToneMap, hardware }),
      folder,
      durationSeconds: seconds,
      // What does not play is decoded too.
      timeLimitMs: timeLimitMs(plan.timeline.trim?.sourceSeconds ?? seconds, plan.ladder.renditions),
      // A driver maps all the memory of its device.
      memoryMiB:
        hardware === null
          ? encodeMemoryMiB(threads, plan.ladder.renditions, { decoders: plan.facts.camera ? 2 : 1 })
          : Number.POSITIVE_INFINITY,
      hiddenPaths: [source, path.resolve(folder)],
      signal,
      onProgress,
      onWords,
    });
  // Pieces are joined without a seam when one encoder has made them, whichever workers had them.
  const ended =
    tools.hardware === null || piece !== undefined
      ? await run(null)
      : await run(tools.hardware).catch((error: unknown) => {
          // As when a device is lost, or has as many sessions as it allows: whatever it is, the processor can do the same.
          if (!(error instanceof EncodingFailure) || !failuresOfHardware.has(error.code)) throw error;
          return run(null);
        });
  if (plan.ladder.poster) await nameThumbnails(folder, { ...plan, piece });
  return ended;
}
