import { type AudioRendition, ladderOf, type RenditionProfile } from './ladder.ts';
import { type Gain, measureGain } from './loudness.ts';
import type { MediaTools } from './open-media-tools.ts';
import type { AudioFacts, ProbeResult } from './probe-result.ts';
import type { StreamTimes, Timeline } from './timeline.ts';

/** A sound of a source beside the first, as another language has, and how it is made. Plain data. */
export interface FurtherSound {
  facts: AudioFacts;
  times: StreamTimes;
  rendition: AudioRendition;
  gain: Gain | null;
}

/** More are left out. */
export const mostFurtherSounds = 7;

/** Which of them are made: none beside sound alone, and none where the times of the source break. */
export async function planFurtherSounds(
  tools: MediaTools,
  {
    facts,
    timeline,
    times,
    profiles,
    normaliseSound,
    ...run
  }: {
    facts: ProbeResult;
    timeline: Timeline;
    /** Of `facts.sounds`, in their order. */
    times: readonly (StreamTimes | null)[];
    profiles: readonly RenditionProfile[];
    normaliseSound: boolean;
    source: string;
    threads: number;
    signal?: AbortSignal | undefined;
  },
): Promise<FurtherSound[]> {
  if (facts.video === null || timeline.breaks > 0) return [];
  const { durationSeconds } = timeline;
  const sounds: FurtherSound[] = [];
  for (const [index, audio] of (facts.sounds ?? []).slice(0, mostFurtherSounds).entries()) {
    const rendition = ladderOf({ video: facts.video, audio }, profiles).audio;
    const heard = times[index];
    if (rendition === null || !heard) continue;
    const { streamIndex } = audio;
    const gain = normaliseSound
      ? await measureGain(tools, { ...run, streamIndex, rendition, durationSeconds })
      : null;
    sounds.push({ facts: audio, times: heard, rendition, gain });
  }
  return sounds;
}
