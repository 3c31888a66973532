/**
 * How two streams of pictures of one source become one. Pure.
 *
 * The second stands in the lower right corner of the first, as large as a quarter of its width and a third of its height
 * allow. Before it begins, and after it has ended, the first is seen alone; the end of the first is the end of all.
 */
import { encodedFrameRate, type FrameRate, framesPerSecond, type VideoFacts } from './probe-result.ts';

/** `first`: the first stream alone; `composed`: the second in a corner of it, where there is one. */
export type Layout = 'first' | 'composed';

export interface Size {
  widthPixels: number;
  heightPixels: number;
}

/** How large the second is within a picture of a size: even, and never wider than it may be. */
export function insetSize(camera: Size, whole: Size): Size {
  const factor = Math.min(
    whole.widthPixels / 4 / camera.widthPixels,
    whole.heightPixels / 3 / camera.heightPixels,
  );
  return {
    widthPixels: even(camera.widthPixels * factor),
    heightPixels: even(camera.heightPixels * factor),
  };
}

/** As the colour of 4:2:0 needs it; the tolerance is for factors such as 720 / 1080 that have no exact form. */
export function even(pixels: number): number {
  return Math.max(2, Math.floor((pixels + 0.01) / 2) * 2);
}

/** That of the livelier of the two. */
export function composedFrameRate(video: VideoFacts, camera: VideoFacts | null): FrameRate {
  const rates = [video, ...(camera ? [camera] : [])].map(encodedFrameRate);
  return rates.reduce((one, other) => (framesPerSecond(other) > framesPerSecond(one) ? other : one));
}
