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

/**
 * The memory of one run of ffmpeg, in MiB: addresses, of which it uses about half. Pure.
 *
 * Measured with 4K (HEVC of 10 bits) to the whole ladder: 1105 MiB with 2 threads, 2119 with 8, 5252 with 32, since each
 * thread of the decoder and of the encoders holds pictures of its own.
 */
export function encodeMemoryMiB(threads: number): number {
  return 1536 + 192 * threads;
}
