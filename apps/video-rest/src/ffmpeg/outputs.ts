import { stat } from 'node:fs/promises';
import { nullIfMissing } from '@campus/config';
import type { Span, Trim } from './timeline.ts';

/** What an encoding gave. Files are named relative to its folder. */
export interface Outputs {
  kind: 'video' | 'audio';
  /** Of what was encoded; close to the source's. */
  durationSeconds: number;
  /** How often the times of the source broke and were closed up, as where a recorder reconnected; absent: never. */
  breaks?: number;
  /** What was left out of the source; absent: nothing. */
  trim?: Trim;
  /** The master playlist. */
  hls: string;
  /** The smallest first; real pixels, so a portrait video is higher than wide. `bandwidth`: peak, bits per second. */
  renditions: { name: string; width: number; height: number; bandwidth: number }[];
  /** Progressive files of renditions, the smallest first; `height` in real pixels. */
  mp4: { height: number; file: string }[];
  audio: string | null;
  /** Null for sound alone. */
  poster: string | null;
  /** The pictures that somebody may choose the poster from, that one first; absent: it is the only one. */
  thumbnails?: string[];
  /** WebVTT whose cues are parts of pictures beside it, for seeking; absent: there are none. */
  overview?: string;
  /** How many streams of the source are not part of it; absent: none that it should have. */
  leftOut?: LeftOut;
}

export interface LeftOut {
  /** Beyond the most, damaged, or of a source whose times break. */
  sounds: number;
  /** Subtitles as pictures, which cannot be made text. */
  pictureSubtitles: number;
}

/** @param outputs  as the record holds them; null: none yet */
export function leftOutIn(outputs: unknown): LeftOut {
  const { leftOut } = (outputs ?? {}) as Partial<Outputs>;
  return leftOut ?? { sounds: 0, pictureSubtitles: 0 };
}

/** The pictures to choose from, in their order; none for sound alone. */
export function thumbnailsIn({ poster, thumbnails }: Outputs): readonly string[] {
  return thumbnails ?? (poster === null ? [] : [poster]);
}

/** @param outputs  as the record holds them; null: none yet */
export function breaksIn(outputs: unknown): number {
  const { breaks } = (outputs ?? {}) as Partial<Outputs>;
  return breaks ?? 0;
}

/** What plays of the source. */
export function playsOnAir({ outputs }: { outputs: Pick<Outputs, 'trim'> | null }): readonly Span[] {
  return outputs?.trim?.plays ?? [{ from: 0, to: Number.POSITIVE_INFINITY }];
}

/** The length of the source of a video, in whose times that is kept what belongs to it. */
export function sourceSecondsOf({
  durationSeconds,
  outputs,
}: {
  durationSeconds: number;
  outputs: Pick<Outputs, 'trim' | 'durationSeconds'> | null;
}): number {
  // Where another source has come, its length is known, and what plays is still of the one before.
  return outputs?.trim && outputs.durationSeconds === durationSeconds
    ? outputs.trim.sourceSeconds
    : durationSeconds;
}

/** Names of the files of one encoding, relative to its folder. */
export const outputFiles = {
  master: 'master.m3u8',
  /** The master playlist while the lowest rendition alone is there. */
  firstMaster: 'first.m3u8',
  audio: 'audio.m4a',
  poster: 'poster.jpg',
  /** The candidates for it after the first, which is the poster: from 2 on. */
  thumbnail: (number: number) => (number === 1 ? 'poster.jpg' : `thumbnail-${number}.jpg`),
  /** A picture as ffmpeg writes it, until it is known which candidate it is: from 1 on. */
  taken: (number: number | '%d') => `taken-${number}.jpg`,
  /** WebVTT that says which part of which sheet is shown when. */
  overview: 'overview.vtt',
  /** From 1 on. */
  overviewSheet: (number: number | '%d') => `overview-${number}.jpg`,
  /** The name of the sound in HLS, beside those of the renditions. */
  audioTrack: 'audio',
  /** Likewise of those after it: from 2 on. */
  furtherAudio: (number: number) => `audio-${number}`,
  playlist: (name: string) => `${name}.m3u8`,
  /** Initialisation section and all segments in one file, told apart by byte ranges. */
  segments: (name: string) => `${name}.m4s`,
  mp4: (name: string) => `${name}.mp4`,
} as const;

/** Bytes of a file that a tool was to write; 0 when it is not there. @throws what else the disk says */
export async function sizeOf(file: string): Promise<number> {
  return (await stat(file).catch(nullIfMissing))?.size ?? 0;
}
