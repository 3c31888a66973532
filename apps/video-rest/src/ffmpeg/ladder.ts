/**
 * Facts of a source, and the sizes that the instance encodes at → the renditions made of it. Pure.
 *
 * The ladder goes by the short side, so that a portrait video gets the same quality as a landscape one. It never
 * enlarges: a source under the lowest rung has one rendition, of its own size.
 *
 *     ladderOf({ widthPixels: 1280, heightPixels: 720 })  →  720p (1280 x 720), 360p (640 x 360)
 */
import { even, type Size } from './composition.ts';
import type { ProbeResult } from './probe-result.ts';

/** A rung of the ladder, as staff has declared it. */
export interface RenditionProfile {
  /** Of no other. Even. */
  shortSidePixels: number;
  /** What pictures take as a rule; those that need more get it, up to `maxBitrateKbps`. */
  videoBitrateKbps: number;
  /** Of two channels. */
  audioBitrateKbps: number;
  /** Whether it becomes a progressive MP4 beside its HLS. */
  encodeMp4: boolean;
}

/** One size that a source is encoded at. */
export type Rendition = ReturnType<typeof renditionOf>;

/** What is made of a source. */
export interface Ladder {
  /** The largest first, so that each can be scaled from the one before; empty for a source of sound alone. */
  renditions: readonly Rendition[];
  /** The one that the poster is a picture of, the largest up to 720; null without pictures. */
  poster: Rendition | null;
  /** The one stream of sound that all renditions share; null: silent. */
  audio: AudioRendition | null;
}

export interface AudioRendition {
  channels: 1 | 2;
  bitrateKbps: number;
}

const largestPosterPixels = 720;

/** @param profiles  at least one, in any order */
export function ladderOf(
  { video, audio }: Pick<ProbeResult, 'video' | 'audio'>,
  profiles: readonly RenditionProfile[],
): Ladder {
  const rungs = video ? rungsOf(video, profiles) : [];
  const renditions = video ? rungs.map((rung) => renditionOf(video, rung)) : [];
  const poster =
    renditions.find((rendition) => shortSideOf(rendition) <= largestPosterPixels) ??
    renditions.at(-1) ??
    null;
  return {
    renditions,
    poster,
    audio: audio ? audioRenditionOf(audio, video ? rungs.slice(0, 1) : profiles) : null,
  };
}

/** Measured with 4K to sizes near 1080, at eight threads: six are encoded in the memory of a run, and eight are not. */
export const mostRungs = 6;

/**
 * The profiles that a source reaches, the largest first; the lowest at the size of the source when it reaches none. Of
 * more than a run has memory for, the largest and, for slow lines, the lowest.
 */
function rungsOf(source: Size, profiles: readonly RenditionProfile[]): RenditionProfile[] {
  const shortSidePixels = shortSideOf(source);
  const ordered = profiles.toSorted((one, other) => other.shortSidePixels - one.shortSidePixels);
  const reached = ordered.filter((profile) => profile.shortSidePixels <= shortSidePixels);
  if (reached.length === 0) return ordered.slice(-1).map((lowest) => ({ ...lowest, shortSidePixels }));
  return [...reached.slice(0, mostRungs - 1), ...reached.slice(mostRungs - 1).slice(-1)];
}

function renditionOf(source: Size, { shortSidePixels, videoBitrateKbps, encodeMp4 }: RenditionProfile) {
  const factor = shortSidePixels / shortSideOf(source);
  const widthPixels = even(source.widthPixels * factor);
  const heightPixels = even(source.heightPixels * factor);
  return {
    /** By the short side: `720p`, also for a portrait video of 720 x 1280. Files are named after it. */
    name: `${Math.min(widthPixels, heightPixels)}p`,
    /** Both even, as 4:2:0 colour needs. */
    widthPixels,
    heightPixels,
    /** Ceiling of the bit rate; below it the quality is constant. */
    maxBitrateKbps: maxBitrateKbps(videoBitrateKbps),
    /** Whether it is a progressive MP4 too. */
    hasMp4: encodeMp4,
  };
}

/** Reference 4.5: a third more than the rule for small pictures, half more for others. */
function maxBitrateKbps(videoBitrateKbps: number): number {
  return Math.round(videoBitrateKbps * (videoBitrateKbps < 1000 ? 4 / 3 : 3 / 2));
}

function shortSideOf(size: Size): number {
  return Math.min(size.widthPixels, size.heightPixels);
}

/** More than a single channel needs. */
const mostOfOneChannelKbps = 96;

/** As the best of the renditions that it goes with has it. */
function audioRenditionOf(
  { channels }: { channels: number },
  profiles: readonly RenditionProfile[],
): AudioRendition {
  const bitrateKbps = Math.max(...profiles.map(({ audioBitrateKbps }) => audioBitrateKbps));
  return channels === 1
    ? { channels: 1, bitrateKbps: Math.min(bitrateKbps, mostOfOneChannelKbps) }
    : { channels: 2, bitrateKbps };
}
