import { EncodingFailure, toolMissing } from './encoding-failure.ts';
import { affordableFrameRate, encodedFrameRate, type FrameRate } from './frame-rate.ts';
import { type Ladder, ladderOf, type RenditionProfile } from './ladder.ts';
import { type MediaTools, MediaToolsError } from './open-media-tools.ts';
import { probe } from './probe.ts';
import type { ProbeResult } from './probe-result.ts';
import { checkDuration } from './read-probe-report.ts';
import { readTimeline } from './read-timeline.ts';
import { movingSegments, type Segments, stillSegments } from './segments.ts';
import { type Timeline, timesMayJump } from './timeline.ts';

/** What a source is, and what is made of it. Plain data, which one process may give to another. */
export interface EncodingPlan {
  facts: ProbeResult;
  timeline: Timeline;
  ladder: Ladder;
  /** Constant, of all renditions. */
  frameRate: FrameRate;
  segments: Segments;
}

/** When the picture of the poster is shown, in seconds. */
export function posterTime({ durationSeconds }: Pick<Timeline, 'durationSeconds'>): number {
  return durationSeconds / 3;
}

/**
 * Reads a source to its end, without decoding any of it.
 *
 * @param job.profiles  what to make of it; at least one
 * @throws MediaRefusal  the source is none, or is damaged since it was accepted
 * @throws EncodingFailure  `source_cut_off`, limits, and `tool_missing` when ffprobe is not there any more
 * @throws the reason of `signal`
 */
export async function planEncoding(
  tools: MediaTools,
  {
    source,
    profiles,
    signal,
  }: { source: string; profiles: readonly RenditionProfile[]; signal?: AbortSignal | undefined },
): Promise<EncodingPlan> {
  const facts = await probe(tools, source, signal).catch((error: unknown) => {
    throw error instanceof MediaToolsError ? toolMissing('ffprobe', error) : error;
  });
  const { timeline, isStill } = await readTimeline(tools, { source, facts, signal });
  refuseUnless(facts, timeline);
  return {
    facts,
    timeline,
    ladder: ladderOf(facts, profiles),
    frameRate: frameRateOf(facts, timeline),
    segments: isStill ? stillSegments : movingSegments,
  };
}

/**
 * @throws EncodingFailure  `source_cut_off`: the file lacks its end
 * @throws MediaRefusal  `too_long`
 */
function refuseUnless({ container, durationSeconds }: ProbeResult, timeline: Timeline): void {
  // Where times may jump, the container cannot know.
  if (!timesMayJump(container)) {
    const lasts = { said: durationSeconds, found: timeline.lastSeconds };
    if (lacks(lasts)) throw new EncodingFailure('source_cut_off', { values: lasts });
  }
  checkDuration(timeline.durationSeconds);
}

function frameRateOf({ video }: ProbeResult, timeline: Timeline): FrameRate {
  if (!video) return { numerator: 25, denominator: 1 };
  const { packets: pictures = 0, endSeconds: seconds = 0 } = timeline.video ?? {};
  return affordableFrameRate(encodedFrameRate(video), { pictures, seconds });
}

/** The last packets of a recording may be broken; a stream that lacks more is cut off. */
export const mostLackingSeconds = 10;

/** Whether so much less was found than said that something is wrong; both in seconds. */
export function lacks({ said, found }: { said: number; found: number }): boolean {
  return found < said - Math.min(mostLackingSeconds, Math.max(1, said * 0.05));
}
