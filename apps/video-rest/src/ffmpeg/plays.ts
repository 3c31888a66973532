/**
 * What plays of a source, in pieces of whole seconds: what is before, between and behind them is left out, and the source
 * keeps all. Times of the source ↔ times of what plays. Pure.
 */
import type { Span, StreamTimes, Timeline, Trim } from './timeline.ts';

/** More are refused: they are arguments of a filter. */
export const mostPieces = 100;

/** What plays as its column has it, which PostgreSQL judges (int4multirange): `{[5,60),[120,)}`; none: all of it. */
export function playsIn(column: string): Span[] {
  return [...column.matchAll(/\[(\d+),(\d*(?:\.\d+)?)\)/g)].slice(0, mostPieces).map(([, from, to]) => ({
    from: Number(from),
    to: to === '' ? Number.POSITIVE_INFINITY : Number(to),
  }));
}

export function columnOf(plays: readonly Span[]): string {
  if (plays.length === 0) return '';
  return `{${plays.map(({ from, to }) => `[${from},${Number.isFinite(to) ? to : ''})`).join(',')}}`;
}

/** What there is of them in a source; none where nothing is, or all. */
export function playsWithin(plays: readonly Span[], sourceSeconds: number): Span[] {
  const there = plays
    .filter(({ from }) => from < sourceSeconds)
    .map(({ from, to }) => ({ from, to: Math.min(to, sourceSeconds) }));
  const [first] = there;
  return first?.from === 0 && first.to === sourceSeconds ? [] : there;
}

/** How long what plays before this moment of the source is. */
export function playedUntil(plays: readonly Span[], seconds: number): number {
  return plays.reduce((sum, { from, to }) => sum + Math.max(0, Math.min(seconds, to) - from), 0);
}

/** The moment of the source that is shown then. */
export function sourceSecondsAt(plays: readonly Span[], playedSeconds: number): number {
  let left = playedSeconds;
  for (const { from, to } of plays) {
    if (left < to - from) return from + left;
    left -= to - from;
  }
  return plays.at(-1)?.to ?? playedSeconds;
}

/**
 * Where the parts of a video begin in what plays: one that begins in what is left out does where that ends, and one of
 * which nothing plays is left out.
 *
 * @param parts  in their order
 */
export function playedParts<Part extends { startSeconds: number }>(
  parts: readonly Part[],
  { plays }: Pick<Trim, 'plays'>,
): Part[] {
  const lasts = playedUntil(plays, Number.POSITIVE_INFINITY);
  const moved = parts.map((part) => ({ ...part, startSeconds: playedUntil(plays, part.startSeconds) }));
  return moved.filter(
    ({ startSeconds }, index) =>
      startSeconds < (moved[index + 1]?.startSeconds ?? lasts) && startSeconds < lasts,
  );
}

/** The times of what plays of a source. */
export function trimmed(timeline: Timeline, pieces: readonly Span[]): Timeline {
  const { durationSeconds: sourceSeconds } = timeline;
  const plays = playsWithin(pieces, sourceSeconds);
  if (plays.length === 0) return timeline;
  const { video, audio } = timeline;
  return {
    ...timeline,
    video: trimmedTimes(video, plays),
    audio: heardTimes(audio, plays),
    durationSeconds: playedUntil(plays, sourceSeconds),
    trim: { plays, sourceSeconds },
  };
}

/** Null: none of the stream plays. */
function trimmedTimes(times: StreamTimes | null, plays: readonly Span[]): StreamTimes | null {
  if (times === null || plays.length === 0) return times;
  const [startSeconds, endSeconds] = [times.startSeconds, times.endSeconds].map((at) =>
    playedUntil(plays, at),
  ) as [number, number];
  if (startSeconds >= endSeconds) return null;
  const gaps = times.gaps
    .map(({ from, to }) => ({ from: playedUntil(plays, from), to: playedUntil(plays, to) }))
    .filter(({ from, to }) => to > from);
  return { ...times, startSeconds, endSeconds, gaps };
}

/** The same of sound, of which nothing is heard in a gap, where a picture stays. */
export function heardTimes(times: StreamTimes | null, plays: readonly Span[]): StreamTimes | null {
  const heard = trimmedTimes(times, plays);
  if (heard === null) return null;
  const seconds = heard.gaps.reduce(
    (left, { from, to }) => left - (to - from),
    heard.endSeconds - heard.startSeconds,
  );
  return seconds < leastSoundSeconds ? null : heard;
}

/** Less is not a sample of the slowest sound. */
const leastSoundSeconds = 0.0001;
