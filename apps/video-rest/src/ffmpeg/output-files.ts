import { stat } from 'node:fs/promises';
import { errorCode } from '@campus/config';

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
  try {
    return (await stat(file)).size;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return 0;
    throw error;
  }
}
