import path from 'node:path';
import { inputOf, inputRules } from './containers.ts';
import { EncodingFailure } from './encoding-failure.ts';
import { quietly } from './ffmpeg-args.ts';
import type { MediaTools } from './open-media-tools.ts';
import { sizeOf } from './outputs.ts';
import type { SubtitleFacts } from './probe-result.ts';
import { timelineTimeLimitMs } from './read-timeline.ts';
import { runFfmpeg } from './run-ffmpeg.ts';
import { probeMemoryMiB } from './run-ffprobe.ts';

/** Subtitles of a source as a file of WebVTT, not judged yet. */
export interface ExtractedSubtitles {
  facts: SubtitleFacts;
  /** Absolute path. */
  file: string;
}

/**
 * Takes the subtitles that are text out of a source, which is read once, without decoding pictures or sound.
 *
 * @param run.folder     for the files
 * @param run.mostBytes  of each; one that is larger is left out, for half of it would be shown as if it were all
 * @returns none where ffmpeg fails: a video plays without them
 * @throws EncodingFailure  ffmpeg was ended from outside; SourceUnreadable; the reason of `signal`
 */
export async function extractSubtitles(
  tools: MediaTools,
  run: {
    source: string;
    subtitles: readonly SubtitleFacts[];
    durationSeconds: number;
    folder: string;
    mostBytes: number;
    signal?: AbortSignal | undefined;
  },
): Promise<ExtractedSubtitles[]> {
  const { source, subtitles, durationSeconds, folder, mostBytes, signal } = run;
  const texts = subtitles.filter(({ isText }) => isText);
  if (texts.length === 0) return [];
  const nameOf = ({ streamIndex }: SubtitleFacts) => `subtitles-${streamIndex}.vtt`;
  const outputs = texts.flatMap((facts) => [
    ...['-map', `0:${facts.streamIndex}`, '-map_metadata', '-1', '-c:s', 'webvtt'],
    // One byte more tells that there are more.
    ...['-fs', String(mostBytes + 1), '-f', 'webvtt', nameOf(facts)],
  ]);
  try {
    await runFfmpeg(tools.ffmpeg, {
      args: [...quietly, ...inputRules, ...inputOf(source), ...outputs],
      folder,
      durationSeconds,
      timeLimitMs: timelineTimeLimitMs,
      memoryMiB: probeMemoryMiB,
      hiddenPaths: [source, path.resolve(folder)],
      signal,
    });
  } catch (error) {
    // They are looked for once: of one that was ended nobody knows whether there are any.
    if (error instanceof EncodingFailure && !error.isFromOutside) return [];
    throw error;
  }
  const sized = await Promise.all(
    texts.map(async (facts) => {
      const file = path.join(folder, nameOf(facts));
      return { facts, file, size: await sizeOf(file) };
    }),
  );
  return sized
    .filter(({ size }) => size > 0 && size <= mostBytes)
    .map(({ facts, file }) => ({ facts, file }));
}
