import path from 'node:path';
import { encodeMemoryMiB } from './encode-limits.ts';
import type { SourceRun } from './encode-whole.ts';
import { EncodingFailure } from './encoding-failure.ts';
import { pictureArgs } from './ffmpeg-args.ts';
import type { MediaTools } from './open-media-tools.ts';
import { outputFiles, sizeOf } from './outputs.ts';
import { type EncodingPlan, thumbnailTimes } from './plan-encoding.ts';
import { sourceSecondsAt } from './plays.ts';
import { runFfmpeg } from './run-ffmpeg.ts';
import { timesMayJump } from './timeline.ts';

/** A picture that takes longer comes with the others, when they are encoded. */
const timeLimitMs = 60_000;

/**
 * Takes the picture that will be the poster out of a source before any of it is encoded; the first, where to go to
 * another means to read all before it.
 *
 * @returns the path of the picture; null: there is none, or it is not to be had so soon
 * @throws the reason of `signal`
 */
export async function takePoster(
  tools: MediaTools,
  { source, folder, threads, plan, signal }: SourceRun & { plan: EncodingPlan },
): Promise<string | null> {
  if (plan.ladder.poster === null) return null;
  const { trim } = plan.timeline;
  const [shown = 0] = timesMayJump(plan.facts.container) ? [0] : thumbnailTimes(plan.timeline);
  const seconds = trim === undefined ? shown : sourceSecondsAt(trim.plays, shown);
  const { canToneMap } = tools;
  const file = path.join(folder, outputFiles.poster);
  try {
    await runFfmpeg(tools.ffmpeg, {
      args: pictureArgs({ ...plan, source, threads, canToneMap, hardware: null }, seconds),
      folder,
      durationSeconds: 1,
      timeLimitMs,
      memoryMiB: encodeMemoryMiB(threads),
      hiddenPaths: [source, path.resolve(folder)],
      signal,
    });
    return (await sizeOf(file)) > 0 ? file : null;
  } catch (error) {
    if (error instanceof EncodingFailure) return null;
    throw error;
  }
}
