/**
 * How the pictures of a long source are cut, so that several processes encode them at once and the pieces join to what
 * one run would give: the same frames at the same times, key frames included. Pure.
 *
 * Frames are those of the output, whose rate is constant. Borders are where segments of HLS begin in one run.
 */
import type { Container } from './containers.ts';
import { type FrameRate, framesPerSecond, type ProbeResult } from './probe-result.ts';
import type { Segments } from './segments.ts';
import type { Timeline } from './timeline.ts';

/** Some frames of the pictures, from one border to another. */
export interface Piece {
  /** In seconds; its first frame is shown then, or less than a frame later. */
  border: number;
  firstFrame: number;
  /** The first that is of the next piece; null: to the end of the source. */
  endFrame: number | null;
}

/** Where their index makes it cheap and exact to begin in the middle. */
const seekable = new Set<Container>(['mov', 'matroska']);

/**
 * Whether the pictures may be cut. Where a picture stays for long, a piece may begin with one from before what it
 * decodes ahead; there, where times jump, where two pictures are composed, and where not all plays, one run encodes all.
 */
export function canBeCut(
  { container, video, camera }: Pick<ProbeResult, 'container' | 'video' | 'camera'>,
  { video: times, breaks, trim }: Pick<Timeline, 'video' | 'breaks' | 'trim'>,
): boolean {
  if (video === null || camera || trim !== undefined || times === null || !seekable.has(container))
    return false;
  return breaks === 0 && times.gaps.length === 0 && times.startSeconds < aheadSeconds;
}

/**
 * @param cut.seconds   of the pictures
 * @param cut.atLeast   no piece is shorter than half of it, nor much longer than one and a half
 * @returns the whole as one piece when it is no longer than that
 */
export function cutPictures(cut: {
  seconds: number;
  atLeast: number;
  frameRate: FrameRate;
  segments: Segments;
}): Piece[] {
  const { seconds, atLeast, frameRate, segments } = cut;
  const distance = Math.max(1, Math.round(atLeast / segments.seconds)) * segments.seconds;
  const count = Math.max(1, Math.round(seconds / distance));
  return Array.from({ length: count }, (_, nth) => ({
    border: nth * distance,
    firstFrame: firstFrameFrom(nth * distance, frameRate),
    endFrame: nth === count - 1 ? null : firstFrameFrom((nth + 1) * distance, frameRate),
  }));
}

function firstFrameFrom(seconds: number, { numerator, denominator }: FrameRate): number {
  return Math.ceil((seconds * numerator) / denominator);
}

/** Longer than pictures stay where they may be cut (`canBeCut`): a piece knows the one that it begins with. */
const aheadSeconds = 10;

/** How ffmpeg makes a piece. */
export type Cut = ReturnType<typeof cutOf>;

export function cutOf({ border, firstFrame, endFrame }: Piece, frameRate: FrameRate) {
  const rate = framesPerSecond(frameRate);
  const wanted = Math.max(0, Math.floor(firstFrame - (aheadSeconds + 1) * rate));
  const step = framesPerMicroseconds(frameRate);
  const seekFrame = wanted - (wanted % step);
  return {
    /** Where it begins to decode; the frame there is a frame of the output. */
    seekSeconds: seekFrame / rate,
    /** Frames from there to the first of the piece. */
    skippedFrames: firstFrame - seekFrame,
    /** Null: to the end. */
    frames: endFrame === null ? null : endFrame - firstFrame,
    /** From the border to the first frame. */
    phaseSeconds: firstFrame / rate - border,
  };
}

/**
 * So many frames take whole microseconds, in which ffmpeg seeks: a seek between two would move all pictures a little,
 * and some that lie halfway between two frames into another one. One where no reasonable number does.
 */
function framesPerMicroseconds({ numerator, denominator }: FrameRate): number {
  const step = numerator / greatestCommonDivisor(numerator, denominator * 1_000_000);
  return step <= 1000 ? step : 1;
}

function greatestCommonDivisor(one: number, other: number): number {
  return other === 0 ? one : greatestCommonDivisor(other, one % other);
}
