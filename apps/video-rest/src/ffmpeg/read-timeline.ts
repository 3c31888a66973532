import path from 'node:path';
import { inputRules } from './containers.ts';
import { EncodingFailure, toolMissing } from './encoding-failure.ts';
import type { MediaTools } from './open-media-tools.ts';
import { probeMemoryMiB } from './probe.ts';
import type { ProbeResult } from './probe-result.ts';
import { runTool } from './run-tool.ts';
import { createTimeline, type Timeline } from './timeline.ts';

/** All bytes of a source are read: 20 GiB at 20 MB/s take 18 minutes. */
export const timelineTimeLimitMs = 30 * 60_000;

/**
 * Reads the times of all packets of a source, without decoding any.
 *
 * @throws EncodingFailure  `time_limit`, `memory_limit`, `tool_missing`
 * @throws the reason of `signal`
 */
export async function readTimeline(
  tools: MediaTools,
  { source, facts, signal }: { source: string; facts: ProbeResult; signal?: AbortSignal | undefined },
): Promise<Timeline> {
  const timeline = createTimeline(facts.container);
  let startSeconds = 0;
  const kinds = new Map<string, 'video' | 'audio'>();
  if (facts.video) kinds.set(String(facts.video.streamIndex), 'video');
  if (facts.audio) kinds.set(String(facts.audio.streamIndex), 'audio');
  const entries = 'packet=stream_index,pts_time,dts_time,duration_time:format=start_time';
  const args = ['-v', 'error', '-show_entries', entries, '-of', 'csv'];
  const end = await runTool(tools.ffprobe, [...args, ...inputRules, `file:${path.resolve(source)}`], {
    timeLimitMs: timelineTimeLimitMs,
    memoryMiB: probeMemoryMiB,
    ...(signal && { signal }),
    onLine(line) {
      const [section, index = '', ...times] = line.split(',');
      if (section === 'format') startSeconds = secondsOf(index) ?? 0;
      if (section !== 'packet') return;
      const [presentationSeconds, decodingSeconds, durationSeconds = 0] = times.map(secondsOf);
      const stream = kinds.get(index) ?? 'other';
      timeline.add({ stream, presentationSeconds, decodingSeconds, durationSeconds });
    },
  });
  if (end.isMissing) throw toolMissing('ffprobe', new Error(end.errorText));
  if (end.isTimedOut) {
    throw new EncodingFailure('reading_time_limit', { values: { minutes: timelineTimeLimitMs / 60_000 } });
  }
  if (end.isOutOfMemory) throw new EncodingFailure('memory_limit', { values: { mebibytes: probeMemoryMiB } });
  return timeline.finish(startSeconds);
}

/** `N/A`: not told. */
function secondsOf(text: string): number | undefined {
  const seconds = Number.parseFloat(text);
  return Number.isFinite(seconds) ? seconds : undefined;
}
