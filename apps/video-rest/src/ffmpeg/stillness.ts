/**
 * Sizes of the packets of the pictures → whether they hardly move, as slides do. Pure; nothing is decoded.
 *
 * Where a key frame takes nearly as much as all that follows it in two seconds, it is the key frames that cost. That
 * holds for any codec and bit rate: what moves takes several times as much.
 */
import { stillSegments } from './segments.ts';

/** Without key frames, two seconds of slides took 1.5 times a key frame, of a lecturer 9, of sport 4 to 6. */
const mostKeyFrames = (2.5 * stillSegments.seconds) / 2;

/** Where every picture is a key frame, they say nothing. */
const mostKeyFramesASecond = 1;

/** Of all windows; a film in the middle of a lecture is a little larger to begin with. */
const leastShareOfStill = 0.9;

/** Less than a minute is not worth it. */
const fewestWindows = 2;

interface Window {
  keyFrames: number;
  largestKeyFrame: number;
  otherBytes: number;
}

export function createStillness(): {
  add(picture: { seconds: number; bytes: number; isKeyFrame: boolean }): void;
  isStill(): boolean;
} {
  const windows = new Map<number, Window>();
  let lastIndex = 0;
  return {
    add({ seconds, bytes, isKeyFrame }) {
      const index = Math.floor(seconds / stillSegments.seconds);
      const window = windows.get(index) ?? { keyFrames: 0, largestKeyFrame: 0, otherBytes: 0 };
      windows.set(index, window);
      lastIndex = Math.max(lastIndex, index);
      if (isKeyFrame) {
        window.keyFrames += 1;
        window.largestKeyFrame = Math.max(window.largestKeyFrame, bytes);
      } else window.otherBytes += bytes;
    },
    isStill() {
      // The last one is not whole.
      windows.delete(lastIndex);
      if (windows.size < fewestWindows) return false;
      let keyFrameBytes = 0;
      let still = 0;
      for (const { keyFrames, largestKeyFrame, otherBytes } of windows.values()) {
        keyFrameBytes = largestKeyFrame || keyFrameBytes;
        const isRare = keyFrames <= mostKeyFramesASecond * stillSegments.seconds;
        if (isRare && otherBytes <= mostKeyFrames * keyFrameBytes) still += 1;
      }
      return still >= leastShareOfStill * windows.size;
    },
  };
}
