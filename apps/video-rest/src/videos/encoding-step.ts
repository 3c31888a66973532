import type { EncodingState } from '../domain/encoding-states.ts';
import { webVttClock } from '../ffmpeg/web-vtt-clock.ts';

/** What there is to say about the latest run of a video. */
export interface LatestRun {
  state: EncodingState | null;
  percent: number | null;
  error: string | null;
}

/**
 * How far the encoding of a video is, in the form that existing clients show and read: `<n>: <text>`, empty
 * before the first run, `-1` for failure.
 */
export function encodingStep({ state, percent, error }: LatestRun): string {
  switch (state) {
    case null:
      return '';
    case 'queued':
      return '0: start';
    case 'running':
      return `2: start standard encoding (${percent ?? 0} %)`;
    case 'done':
      return '0: end of encoding';
    case 'failed':
      return `-1: ${error ?? 'the encoding failed'}`;
    case 'cancelled':
      return '-1: cancelled';
  }
}

/** `HH:MM:SS`; hours go beyond 24. */
export function clockTime(seconds: number): string {
  return webVttClock(1000 * Math.floor(seconds)).replace(/\.\d+$/, '');
}
