import { composedFrameRate, type Layout } from './composition.ts';
import { duringEncoding, EncodingFailure } from './encoding-failure.ts';
import { type AudioRendition, type Ladder, ladderOf, type RenditionProfile } from './ladder.ts';
import { type Gain, measureGain } from './loudness.ts';
import type { MediaTools } from './open-media-tools.ts';
import { heardTimes, trimmed } from './plays.ts';
import { probe } from './probe.ts';
import {
  type AudioFacts,
  affordableFrameRate,
  type FrameRate,
  framesPerSecond,
  type ProbeResult,
} from './probe-result.ts';
import { checkDuration } from './read-probe-report.ts';
import { readTimeline, timelineTimeLimitMs } from './read-timeline.ts';
import { runFfprobe } from './run-ffprobe.ts';
import { movingSegments, type Segments, stillSegments } from './segments.ts';
import { type Span, type StreamTimes, type Timeline, timesMayJump } from './timeline.ts';

/** What a source is, and what is made of it. Plain data, which one process may give to another. */
export interface EncodingPlan {
  /** Without a camera that is not to be seen. */
  facts: ProbeResult;
  timeline: Timeline;
  ladder: Ladder;
  /** Constant, of all renditions. */
  frameRate: FrameRate;
  segments: Segments;
  /** Null: the sound stays as it is. */
  gain: Gain | null;
  /** Beside the first; absent in plans of a version that left them out. */
  furtherSounds?: readonly FurtherSound[];
}

/** When the pictures are shown that a poster is chosen from, in seconds, one after another; the first is the poster. */
export function thumbnailTimes({ durationSeconds }: Pick<Timeline, 'durationSeconds'>): number[] {
  return [1 / 3, 1 / 2, 3 / 4].map((part) => part * durationSeconds);
}

/**
 * Reads a source to its end, without decoding any of it but, where it is to be normalised, its sound.
 *
 * @param job.profiles        what to make of it; at least one
 * @param job.normaliseSound  bring it to the loudness of EBU R128
 * @param job.layout          absent: `first`
 * @param job.plays           what plays of the source; absent, or none of it there: all
 * @throws MediaRefusal  the source is none, or is damaged since it was accepted
 * @throws EncodingFailure  `source_cut_off`, limits, `tool_missing` when ffprobe is not there any more, and `tool_ended`
 * @throws SourceUnreadable
 * @throws the reason of `signal`
 */
export async function planEncoding(
  tools: MediaTools,
  job: {
    source: string;
    profiles: readonly RenditionProfile[];
    threads: number;
    normaliseSound?: boolean | undefined;
    layout?: Layout | undefined;
    plays?: readonly Span[];
    signal?: AbortSignal | undefined;
  },
): Promise<EncodingPlan> {
  const { source, profiles, threads, normaliseSound = false, layout = 'first', plays = [], signal } = job;
  const found = await duringEncoding(probe(tools, source, signal));
  const all = layout === 'composed' ? found : { ...found, camera: null };
  const {
    timeline: whole,
    soundTimes,
    isStill,
  } = await duringEncoding(readTimeline(tools, { source, facts: all, signal }));
  refuseUnless(all, whole);
  const timeline = trimmed(whole, plays);
  // Rather nothing than all, when everything was to be left out.
  if (plays.length > 0 && plays.every(({ from }) => from >= whole.durationSeconds))
    throw new EncodingFailure('nothing_plays', { seconds: whole.durationSeconds });
  const facts = factsOfPlayed(all, timeline);
  const ladder = ladderOf(facts, profiles);
  return {
    facts,
    timeline,
    ladder,
    frameRate: frameRateOf(facts, timeline),
    // Beside slides that stand, a lecturer moves.
    segments: isStill && facts.camera === null ? stillSegments : movingSegments,
    gain: normaliseSound
      ? await gainOfSound(tools, { source, facts, timeline, ladder, threads, signal })
      : null,
    furtherSounds: await planFurtherSounds(tools, {
      ...{ facts, timeline, profiles, normaliseSound, source, threads, signal },
      times: soundTimes,
    }),
  };
}

async function gainOfSound(
  tools: MediaTools,
  job: Pick<EncodingPlan, 'facts' | 'timeline' | 'ladder'> & {
    source: string;
    threads: number;
    signal?: AbortSignal | undefined;
  },
): Promise<Gain | null> {
  const { facts, ladder, ...run } = job;
  const { audio } = facts;
  if (audio === null || ladder.audio === null) return null;
  const { streamIndex } = audio;
  return measureGain(tools, { ...run, streamIndex, rendition: ladder.audio });
}

/** Without a stream of which nothing plays. */
function factsOfPlayed(facts: ProbeResult, { video, audio, trim }: Timeline): ProbeResult {
  if (trim === undefined) return facts;
  const played = { ...facts, audio: audio && facts.audio };
  return video === null ? { ...played, kind: 'audio', video: null, camera: null } : played;
}

/**
 * @throws EncodingFailure  `source_cut_off`: the file lacks its end
 * @throws MediaRefusal  `too_long`
 */
function refuseUnless({ container, durationSeconds }: ProbeResult, timeline: Timeline): void {
  // Where times may jump, the container cannot know.
  if (!timesMayJump(container)) {
    const lasts = { said: durationSeconds, found: timeline.lastSeconds };
    if (lacks(lasts)) throw new EncodingFailure('source_cut_off', lasts);
  }
  checkDuration(timeline.durationSeconds);
}

function frameRateOf({ video, camera }: ProbeResult, timeline: Timeline): FrameRate {
  if (!video) return { numerator: 25, denominator: 1 };
  const { packets: pictures = 0, endSeconds: seconds = 0 } = timeline.video ?? {};
  const rate = affordableFrameRate(composedFrameRate(video, camera), { pictures, seconds });
  // What plays begins with the picture of a whole second.
  return timeline.trim !== undefined && framesPerSecond(rate) < 1 ? { numerator: 1, denominator: 1 } : rate;
}

/** The last packets of a recording may be broken; a stream that lacks more is cut off. */
export const mostLackingSeconds = 10;

/** Whether so much less was found than said that something is wrong; both in seconds. */
export function lacks({ said, found }: { said: number; found: number }): boolean {
  return found < said - Math.min(mostLackingSeconds, Math.max(1, said * 0.05));
}

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
async function planFurtherSounds(
  tools: MediaTools,
  job: {
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
  const { facts, timeline, times, profiles, normaliseSound, ...run } = job;
  if (facts.video === null || timeline.breaks > 0) return [];
  const plays = timeline.trim?.plays ?? [];
  const sounds: FurtherSound[] = [];
  for (const [index, audio] of (facts.sounds ?? []).slice(0, mostFurtherSounds).entries()) {
    const rendition = ladderOf({ video: facts.video, audio }, profiles).audio;
    const heard = heardTimes(times[index] ?? null, plays);
    if (rendition === null || !heard) continue;
    const { streamIndex } = audio;
    const gain = normaliseSound
      ? await measureGain(tools, { ...run, streamIndex, rendition, timeline })
      : null;
    sounds.push({ facts: audio, times: heard, rendition, gain });
  }
  return sounds;
}

/**
 * Counts the frames of a piece, or of what pieces were joined to, without decoding them.
 *
 * @returns `head`: digest of what decoders need before the first frame
 * @throws EncodingFailure  `pieces_do_not_fit`: one is not at its time, or the first is no key frame; `tool_missing`, `tool_ended`
 * @throws SourceUnreadable
 */
export async function readFrames(
  tools: MediaTools,
  { file, frameRate, signal }: { file: string; frameRate: FrameRate; signal?: AbortSignal | undefined },
): Promise<{ frames: number; head: string }> {
  const times: number[] = [];
  let head = '';
  let isKeyFirst = false;
  const args = ['-select_streams', 'v:0', '-show_data_hash', 'sha256'];
  const entries = ['-show_entries', 'packet=pts_time,flags:stream=extradata_hash', '-of', 'csv'];
  await duringEncoding(
    runFfprobe(tools, {
      source: file,
      args: [...args, ...entries],
      timeLimitMs: timelineTimeLimitMs,
      signal,
      onLine(line) {
        const [section, first = '', flags = ''] = line.split(',');
        if (section === 'stream') head = first;
        if (section !== 'packet') return;
        if (times.length === 0) isKeyFirst = flags.startsWith('K');
        times.push(Number(first));
      },
    }),
  );
  const rate = framesPerSecond(frameRate);
  const inOrder = times.toSorted((one, other) => one - other);
  const areInTime = inOrder.every((seconds, frame) => Math.abs(seconds * rate - frame) < 0.1);
  if (!isKeyFirst || !areInTime || head === '') throw new EncodingFailure('pieces_do_not_fit');
  return { frames: times.length, head };
}
