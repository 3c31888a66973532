import { constants } from 'node:os';
import { EncodingFailure, toolMissing } from './encoding-failure.ts';
import { ffmpegLog, ffmpegWords } from './ffmpeg-words.ts';
import { runTool } from './run-tool.ts';
import { isBrokenOff, SourceUnreadable } from './source-unreadable.ts';

/** How far an encoding is. */
export interface EncodingProgress {
  /** Whole percent of the source's duration, 0 to 100. */
  percent: number;
  /** Times real time; null at the very start. */
  speed: number | null;
  etaSeconds: number | null;
}

const progressIntervalMs = 1000;

/** How ffmpeg ends when it is asked to: 255 by its own handler of SIGINT and SIGTERM; before that is there, by the signal. */
const asked = new Set([
  255,
  ...[constants.signals.SIGHUP, constants.signals.SIGINT, constants.signals.SIGTERM].map(
    (signal) => 128 + signal,
  ),
]);

interface FfmpegRun {
  args: readonly string[];
  folder: string;
  durationSeconds: number;
  timeLimitMs: number;
  memoryMiB: number;
  hiddenPaths: readonly string[];
  signal?: AbortSignal | undefined;
  onProgress?: ((progress: EncodingProgress) => void) | undefined;
  onWords?: ((lines: readonly string[]) => void) | undefined;
}

/**
 * Runs ffmpeg to its end in a folder. It never outlives this process, however that ends.
 *
 * @param run.args         with progress on standard output
 * @param run.hiddenPaths  kept out of every message
 * @param run.onProgress   called at most about once a second, and at the end
 * @param run.onWords      called at the end with its last lines, however it ended
 * @returns the last words of a run that ended well: complaints about a damaged source, mostly none
 * @throws EncodingFailure  `ffmpeg_failed` and `ended_from_outside` with ffmpeg's last words, or `…_silently`;
 *   `time_limit`, `memory_limit`, `tool_missing`
 * @throws SourceUnreadable  it broke off, however ffmpeg ended
 * @throws the reason of `signal`, once ffmpeg is dead
 */
export async function runFfmpeg(ffmpeg: string, run: FfmpegRun): Promise<{ words: string }> {
  const { folder, timeLimitMs, memoryMiB, signal } = run;
  const limits = { folder, timeLimitMs, memoryMiB, signal, onLine: progressReader(run) };
  const end = await runTool(ffmpeg, run.args, limits);
  const { status, isMissing, isKilled, isTimedOut, isOutOfMemory, errorText } = end;
  run.onWords?.(ffmpegLog(errorText, run.hiddenPaths));
  if (isMissing) throw toolMissing('ffmpeg', new Error(errorText));
  const words = ffmpegWords(errorText, run.hiddenPaths);
  if (isTimedOut) {
    throw new EncodingFailure('time_limit', { minutes: Math.round(run.timeLimitMs / 60_000) });
  }
  if (isOutOfMemory) throw new EncodingFailure('memory_limit', { mebibytes: run.memoryMiB });
  if (isBrokenOff(errorText))
    throw new SourceUnreadable(`ffmpeg could not read a source: ${errorText.trim()}`);
  if (isKilled || asked.has(status)) {
    throw words
      ? new EncodingFailure('ended_from_outside', {}, { words })
      : new EncodingFailure('ended_from_outside_silently');
  }
  if (status !== 0) {
    if (words) throw new EncodingFailure('ffmpeg_failed', {}, { words });
    throw status > 128
      ? new EncodingFailure('ffmpeg_killed_silently', { signal: status - 128 })
      : new EncodingFailure('ffmpeg_failed_silently', { status });
  }
  return { words };
}

/** Reads ffmpeg's blocks of `name=value` lines; each block ends with `progress`. */
function progressReader({ durationSeconds, onProgress }: FfmpegRun): (line: string) => void {
  const block = new Map<string, string>();
  let reportedAt = Number.NEGATIVE_INFINITY;
  return (line) => {
    const [name = '', value = ''] = line.split(/=(.*)/s);
    block.set(name, value.trim());
    if (name !== 'progress' || !onProgress) return;
    const isEnd = value.trim() === 'end';
    const now = performance.now();
    if (!isEnd && now - reportedAt < progressIntervalMs) return;
    reportedAt = now;
    onProgress(isEnd ? finished(block) : progressOf(block, durationSeconds));
  };
}

/** Pure: one block of ffmpeg's progress output → how far it is. */
export function progressOf(block: ReadonlyMap<string, string>, durationSeconds: number): EncodingProgress {
  const doneSeconds = Math.max(0, secondsOf(block.get('out_time')));
  const speed = speedOf(block);
  const leftSeconds = Math.max(0, durationSeconds - doneSeconds);
  return {
    percent: Math.min(99, Math.floor((doneSeconds / durationSeconds) * 100)),
    speed,
    etaSeconds: speed === null ? null : Math.ceil(leftSeconds / speed),
  };
}

function finished(block: ReadonlyMap<string, string>): EncodingProgress {
  return { percent: 100, speed: speedOf(block), etaSeconds: 0 };
}

/** `2.13x`; `N/A` and `0x` before the first packet. */
function speedOf(block: ReadonlyMap<string, string>): number | null {
  const speed = Number.parseFloat(block.get('speed') ?? '');
  return speed > 0 ? speed : null;
}

/** `00:00:12.480000`, `-00:00:00.021333` or `N/A`; the fields in micro- and milliseconds are confused in some builds. */
function secondsOf(time: string | undefined): number {
  const [, sign, hours, minutes, seconds] = /^(-?)(\d+):(\d+):([\d.]+)$/.exec(time ?? '') ?? [];
  const value = Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0);
  return sign === '-' ? -value : value;
}
