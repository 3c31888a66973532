import type { AudioRendition } from './ladder.ts';
import { type Gain, gainFilters } from './loudness.ts';
import type { Span, StreamTimes } from './timeline.ts';

const samplesPerSecond = 48_000;

/**
 * Shorter gaps are filled by the resampler, which makes the whole silence in memory: 23 MB for a minute of stereo, and
 * beyond half an hour it makes less than it should.
 */
const longGapSeconds = 60;

/**
 * The filters that make sound of 48 kHz, from 0 on and without any gap, so that it keeps to the pictures: silence before
 * a late start and in long gaps comes in pieces of a second, in all others from the resampler. Pure.
 *
 * @param sound.input    label of the sound, its times closed up
 * @param sound.output   label of what comes out
 */
export function wholeSound(sound: {
  input: string;
  output: string;
  times: StreamTimes | null;
  rendition: AudioRendition;
  gain: Gain | null;
}): string[] {
  const { output, rendition } = sound;
  const input = `${sound.input}${gainFilters(sound.gain, rendition)}`;
  const gaps = longGaps(sound.times);
  const fill = `aresample=${samplesPerSecond}:async=1:first_pts=0`;
  const last = gaps.at(-1);
  if (last === undefined) return [`${input}${fill}${output}`];
  const layout = rendition.channels === 1 ? 'mono' : 'stereo';
  // Builds up to 5.1 interleave in microseconds, and say that it is in the unit of the first input.
  const format = `aformat=sample_fmts=fltp:sample_rates=${samplesPerSecond}:channel_layouts=${layout},asettb=1/1000000`;
  const silence = `anullsrc=r=${samplesPerSecond}:cl=${layout}:n=${samplesPerSecond}`;
  return [
    `${input}aresample=${samplesPerSecond},${format}[heard]`,
    `${silence},atrim=end=${last.to.toFixed(0)},${format},aselect='${within(gaps)}'[silence]`,
    `[heard][silence]ainterleave=2,${fill}${output}`,
  ];
}

/** Gaps of the sound that are not the resampler's; the time before its start is one. */
export function longGaps(times: StreamTimes | null): Span[] {
  if (times === null) return [];
  return [{ from: 0, to: times.startSeconds }, ...times.gaps].filter(
    ({ from, to }) => to - from >= longGapSeconds,
  );
}

/** The seconds of silence that lie within gaps. */
function within(gaps: readonly Span[]): string {
  return gaps.map(({ from, to }) => `gte(t,${from.toFixed(3)})*lte(t,${(to - 1).toFixed(3)})`).join('+');
}
