/** A stretch of a video, in whole seconds from its beginning; without an end it is a moment. */
interface Stretch {
  start: number;
  end?: number;
}

/** What is wrong with a stretch: `limit` is the last second that there is. */
export interface StretchFaults {
  start?: { code: 'starts_after_video'; limit: number };
  end?: { code: 'ends_before_start' } | { code: 'ends_after_video'; limit: number };
}

/**
 * Whether a stretch ends after it starts and lies within its video. A second that has begun when the video ends is one
 * of it.
 *
 * @param durationSeconds  of the video; 0: not known, and nothing lies outside
 */
export function faultsOfStretch({ start, end }: Stretch, durationSeconds: number): StretchFaults {
  const limit = durationSeconds === 0 ? Number.POSITIVE_INFINITY : Math.ceil(durationSeconds);
  const faults: StretchFaults = {};
  if (start >= limit) faults.start = { code: 'starts_after_video', limit: limit - 1 };
  if (end !== undefined && end <= start) faults.end = { code: 'ends_before_start' };
  else if (end !== undefined && end > limit) faults.end = { code: 'ends_after_video', limit };
  return faults;
}

/** How long a video is, or how far into it something begins, as players show it: `0:42`, `1:02:05`. */
export function shownLength(seconds: number): string {
  const whole = Math.floor(seconds);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  const rest = String(whole % 60).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`;
}

/** Of `1:02:30`, `2:30` or `150`; undefined where it is no time, or more than a column holds. */
export function secondsOf(text: string): number | undefined {
  if (!/^\d{1,6}(:\d{1,2}){0,2}$/.test(text)) return undefined;
  const seconds = text.split(':').reduce((sum, part) => 60 * sum + Number(part), 0);
  return seconds < 2 ** 31 ? seconds : undefined;
}
