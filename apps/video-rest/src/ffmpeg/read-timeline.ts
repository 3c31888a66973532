import { EncodingFailure } from './encoding-failure.ts';
import type { MediaTools } from './open-media-tools.ts';
import type { ProbeResult } from './probe-result.ts';
import { probeMemoryMiB, runFfprobe } from './run-ffprobe.ts';
import { createStillness } from './stillness.ts';
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
