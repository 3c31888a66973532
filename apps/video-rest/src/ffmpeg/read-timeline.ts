import { EncodingFailure } from './encoding-failure.ts';
import type { MediaTools } from './open-media-tools.ts';
import type { ProbeResult } from './probe-result.ts';
import { probeMemoryMiB, runFfprobe } from './run-ffprobe.ts';
import { stillSegments } from './segments.ts';
import { createTimeline, type StreamTimes, type Timeline } from './timeline.ts';

/** All bytes of a source are read: 20 GiB at 20 MB/s take 18 minutes. */
export const timelineTimeLimitMs = 30 * 60_000;

/**
 * Reads the times and sizes of all packets of a source, without decoding any.
 *
 * @returns with the times, those of the further sounds, each by itself, and whether the pictures hardly move
 * @throws EncodingFailure  `reading_time_limit`, `memory_limit`; what `runFfprobe` throws
 */
export async function readTimeline(
  tools: MediaTools,
  { source, facts, signal }: { source: string; facts: ProbeResult; signal?: AbortSignal | undefined },
): Promise<{ timeline: Timeline; soundTimes: (StreamTimes | null)[]; isStill: boolean }> {
  const timeline = createTimeline(facts.container);
  const stillness = createStillness();
  let startSeconds = 0;
  const { sounds = [] } = facts;
  const further = new Map(
    sounds.map(({ streamIndex }) => [String(streamIndex), createTimeline(facts.container)]),
  );
  const kinds = new Map<string, 'video' | 'audio'>();
  if (facts.video) kinds.set(String(facts.video.streamIndex), 'video');
  if (facts.audio) kinds.set(String(facts.audio.streamIndex), 'audio');
  const entries = 'packet=stream_index,pts_time,dts_time,duration_time,size,flags:format=start_time';
  const end = await runFfprobe(tools, {
    source,
    args: ['-show_entries', entries, '-of', 'csv'],
    timeLimitMs: timelineTimeLimitMs,
    signal,
    onLine(line) {
      const [section, index = '', ...values] = line.split(',');
      if (section === 'format') startSeconds = numberOf(index) ?? 0;
      if (section !== 'packet') return;
      const [presentationSeconds, decodingSeconds, durationSeconds = 0, bytes = 0] = values.map(numberOf);
      const stream = kinds.get(index) ?? 'other';
      const times = { presentationSeconds, decodingSeconds, durationSeconds };
      timeline.add({ stream, ...times });
      further.get(index)?.add({ stream: 'audio', ...times });
      const seconds = presentationSeconds ?? decodingSeconds;
      if (stream === 'video' && seconds !== undefined)
        stillness.add({ seconds, bytes, isKeyFrame: values[4]?.startsWith('K') ?? false });
    },
  });
  if (end.isTimedOut) {
    throw new EncodingFailure('reading_time_limit', { minutes: timelineTimeLimitMs / 60_000 });
  }
  if (end.isOutOfMemory) throw new EncodingFailure('memory_limit', { mebibytes: probeMemoryMiB });
  const soundTimes = [...further.values()].map((times) => times.finish(startSeconds).audio);
  return { timeline: timeline.finish(startSeconds), soundTimes, isStill: stillness.isStill() };
}

/** `N/A`: not told. */
function numberOf(text: string): number | undefined {
  const number = Number.parseFloat(text);
  return Number.isFinite(number) ? number : undefined;
}

/**
 * Sizes of the packets of the pictures → whether they hardly move, as slides do. Pure; nothing is decoded.
 *
 * Where a key frame takes nearly as much as all that follows it in two seconds, it is the key frames that cost. That
 * holds for any codec and bit rate: what moves takes several times as much.
 */

/** Without key frames, two seconds of slides took 1.5 times a key frame, of a lecturer 9, of sport 4 to 6. */
const mostKeyFrames = (2.5 * stillSegments.seconds) / 2;

/** Where every picture is a key frame, they say nothing. */
const mostKeyFramesASecond = 1;

/** Of all windows; a film in the middle of a lecture is a little larger to begin with. */
const leastShareOfStill = 0.9;

/** Less than a minute is not worth it. */
const fewestWindows = 2;

interface Window {
  keyFrames: number;
  largestKeyFrame: number;
  otherBytes: number;
}

export function createStillness(): {
  add(picture: { seconds: number; bytes: number; isKeyFrame: boolean }): void;
  isStill(): boolean;
} {
  const windows = new Map<number, Window>();
  let lastIndex = 0;
  return {
    add({ seconds, bytes, isKeyFrame }) {
      const index = Math.floor(seconds / stillSegments.seconds);
      const window = windows.get(index) ?? { keyFrames: 0, largestKeyFrame: 0, otherBytes: 0 };
      windows.set(index, window);
      lastIndex = Math.max(lastIndex, index);
      if (isKeyFrame) {
        window.keyFrames += 1;
        window.largestKeyFrame = Math.max(window.largestKeyFrame, bytes);
      } else window.otherBytes += bytes;
    },
    isStill() {
      // The last one is not whole.
      windows.delete(lastIndex);
      if (windows.size < fewestWindows) return false;
      let keyFrameBytes = 0;
      let still = 0;
      for (const { keyFrames, largestKeyFrame, otherBytes } of windows.values()) {
        keyFrameBytes = largestKeyFrame || keyFrameBytes;
        const isRare = keyFrames <= mostKeyFramesASecond * stillSegments.seconds;
        if (isRare && otherBytes <= mostKeyFrames * keyFrameBytes) still += 1;
      }
      return still >= leastShareOfStill * windows.size;
    },
  };
}
