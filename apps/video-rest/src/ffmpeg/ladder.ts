/**
 * Facts of a source → the renditions made of it. Pure.
 *
 * The ladder goes by the short side, so that a portrait video gets the same quality as a landscape one. It never
 * enlarges: a source under the lowest rung has one rendition, of its own size.
 *
 *     ladderOf({ widthPixels: 1280, heightPixels: 720 })  →  720p (1280 x 720), 360p (640 x 360)
 */
import type { ProbeResult } from './probe-result.ts';

/** One size that a source is encoded at. */
export interface Rendition {
  /** By the short side: `720p`, also for a portrait video of 720 x 1280. Files are named after it. */
  name: string;
  /** Both even, as 4:2:0 colour needs. */
  widthPixels: number;
  heightPixels: number;
  /** Ceiling of the bit rate; below it the quality is constant. */
  maxBitrateKbps: number;
}

/** What is made of a source. */
export interface Ladder {
  /** The largest first, so that each can be scaled from the one before; empty for a source of sound alone. */
  renditions: readonly Rendition[];
  /** The one that is also a progressive MP4, the largest up to 720; null without pictures. */
  mp4: Rendition | null;
  /** The one stream of sound that all renditions share; null: silent. */
  audio: AudioRendition | null;
}

export interface AudioRendition {
  channels: 1 | 2;
  bitrateKbps: number;
}

/** Reference 4.5. */
const rungs = [
  { shortSidePixels: 1080, maxBitrateKbps: 4500 },
  { shortSidePixels: 720, maxBitrateKbps: 3000 },
  { shortSidePixels: 360, maxBitrateKbps: 1000 },
] as const;

const lowest = rungs[2];
const largestMp4Pixels = 720;

export function ladderOf({ video, audio }: Pick<ProbeResult, 'video' | 'audio'>): Ladder {
  const renditions = video ? renditionsOf(video) : [];
  const mp4 = renditions.find((rendition) => shortSideOf(rendition) <= largestMp4Pixels) ?? null;
  return { renditions, mp4, audio: audio ? audioRenditionOf(audio, { isAlone: !video }) : null };
}

function renditionsOf(source: { widthPixels: number; heightPixels: number }): Rendition[] {
  const shortSide = shortSideOf(source);
  const reached = rungs.filter((rung) => rung.shortSidePixels <= shortSide);
  if (reached.length > 0) {
    return reached.map(({ shortSidePixels, maxBitrateKbps }) =>
      renditionOf(source, { factor: shortSidePixels / shortSide, maxBitrateKbps }),
    );
  }
  return [renditionOf(source, { factor: 1, maxBitrateKbps: lowest.maxBitrateKbps })];
}

function renditionOf(
  source: { widthPixels: number; heightPixels: number },
  { factor, maxBitrateKbps }: { factor: number; maxBitrateKbps: number },
): Rendition {
  const widthPixels = evenAtMost(source.widthPixels * factor);
  const heightPixels = evenAtMost(source.heightPixels * factor);
  return { name: `${Math.min(widthPixels, heightPixels)}p`, widthPixels, heightPixels, maxBitrateKbps };
}

/** The tolerance is for factors such as 720 / 1080 that have no exact form; a picture of one pixel needs two. */
function evenAtMost(pixels: number): number {
  return Math.max(2, Math.floor((pixels + 0.01) / 2) * 2);
}

function shortSideOf(size: { widthPixels: number; heightPixels: number }): number {
  return Math.min(size.widthPixels, size.heightPixels);
}

/** Reference 4.5: 128 kbit/s beside pictures of 720, 192 where sound is all there is; a single channel needs less. */
function audioRenditionOf(
  { channels }: { channels: number },
  { isAlone }: { isAlone: boolean },
): AudioRendition {
  if (channels === 1) return { channels: 1, bitrateKbps: 96 };
  return { channels: 2, bitrateKbps: isAlone ? 192 : 128 };
}
