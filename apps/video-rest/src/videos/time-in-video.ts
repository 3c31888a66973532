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
