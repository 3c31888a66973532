import type { Size } from './composition.ts';

export const shortestLimitMs = 10 * 60 * 1000;

/** 4K HDR at 60 frames a second took 10 times its duration on two busy cores; twice that is out of order. */
export const timesDuration = 20;

/** The queue takes a job away after 24 hours and gives it to another worker, which would go on for ever. */
export const longestLimitMs = 23 * 60 * 60 * 1000;

/** What is added to `timesDuration` for a megapixel beyond: 2160p and 1440p take five times what the others do. */
const timesLargeMegapixel = 4;

/** How long an encoding may take, in proportion to the duration of its source. Pure. */
export function timeLimitMs(durationSeconds: number, renditions: readonly Size[] = []): number {
  const times = timesDuration + timesLargeMegapixel * largeMegapixels(renditions);
  return Math.min(longestLimitMs, Math.max(shortestLimitMs, Math.ceil(durationSeconds * times * 1000)));
}

/**
 * The memory of one run of ffmpeg, in MiB: addresses, of which it uses about half. Pure.
 *
 * Measured with 4K (HEVC of 10 bits) to the whole ladder: 1105 MiB with 2 threads, 2119 with 8, 5252 with 32, since each
 * thread of the decoder and of the encoders holds pictures of its own. With 1440p too, 1622 and 3156 with 2 and 8 threads;
 * with 2160p as well, 2533 and 4785.
 *
 * @param sources.decoders  a second one takes, at most, what a whole run does
 */
export function encodeMemoryMiB(
  threads: number,
  renditions: readonly Size[] = [],
  { decoders = 1 }: { decoders?: number } = {},
): number {
  return Math.ceil(decoders * (1536 + 192 * threads) + (100 + 25 * threads) * largeMegapixels(renditions));
}

const fullHdPixels = 1920 * 1088;

/** Of the renditions that are larger than full HD. */
function largeMegapixels(renditions: readonly Size[]): number {
  return renditions
    .map(({ widthPixels, heightPixels }) => widthPixels * heightPixels)
    .filter((pixels) => pixels > fullHdPixels)
    .reduce((sum, pixels) => sum + pixels / 1_000_000, 0);
}
