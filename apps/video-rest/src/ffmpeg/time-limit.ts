export const shortestLimitMs = 10 * 60 * 1000;

/** 4K HDR at 60 frames a second took 10 times its duration on two busy cores; twice that is out of order. */
export const timesDuration = 20;

/** The queue takes a job away after 24 hours and gives it to another worker, which would go on for ever. */
export const longestLimitMs = 23 * 60 * 60 * 1000;

/** How long an encoding may take, in proportion to the duration of its source. Pure. */
export function timeLimitMs(durationSeconds: number): number {
  return Math.min(
    longestLimitMs,
    Math.max(shortestLimitMs, Math.ceil(durationSeconds * timesDuration * 1000)),
  );
}
