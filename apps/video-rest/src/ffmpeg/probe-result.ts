import type { Container, SourceExtension } from './containers.ts';

/** Facts about the pictures of a source, as somebody sees them: after rotation and with square pixels. */
export interface VideoFacts {
  /** Index of the stream in the file. */
  streamIndex: number;
  codec: string;
  widthPixels: number;
  heightPixels: number;
  frameRate: FrameRate;
  isVariableFrameRate: boolean;
  pixelFormat: string;
  isInterlaced: boolean;
  /** Samples use the whole range of values (as cameras' JPEG does) and not the range of television. */
  isFullRange: boolean;
  /** How HDR brightness is coded: PQ (`smpte2084`) or HLG (`arib-std-b67`); null: no HDR. */
  hdrTransfer: HdrTransfer | null;
}

export type HdrTransfer = 'smpte2084' | 'arib-std-b67';

/** Facts about the sound of a source. */
export interface AudioFacts {
  /** Index of the stream in the file. */
  streamIndex: number;
  codec: string;
  channels: number;
  /** ISO 639-1; absent: the source does not say. */
  language?: string;
  /** As the source calls it; absent: it does not. */
  title?: string;
}

/** Facts about subtitles in a source. */
export interface SubtitleFacts {
  /** Index of the stream in the file. */
  streamIndex: number;
  codec: string;
  /** Pictures, as those of discs and of broadcasting, cannot be made text. */
  isText: boolean;
  /** They tell what is heard, too. */
  isForDeaf: boolean;
  /** As of sound. */
  language?: string;
  title?: string;
}

/** What a source is, by our own probe and not by what its sender says. */
export interface ProbeResult {
  /** `audio`: no pictures but, at most, a cover. */
  kind: 'video' | 'audio';
  container: Container;
  /** That the source is kept with. */
  extension: SourceExtension;
  durationSeconds: number;
  /** Null exactly when `kind` is `audio`. */
  video: VideoFacts | null;
  /** Further pictures in the same file, as those of a camera beside slides; null: none that could be shown. */
  camera: VideoFacts | null;
  /** Null: silent. */
  audio: AudioFacts | null;
  /** Further sounds, in the order of the file; absent: none. */
  sounds?: readonly AudioFacts[];
  /** Absent: none. */
  subtitles?: readonly SubtitleFacts[];
}

/** What must be decoded of a source, by ffprobe's names. */
export function codecsIn({ video, audio }: Pick<ProbeResult, 'video' | 'audio'>): string[] {
  return [video, audio].flatMap((facts) => facts?.codec ?? []);
}

/** Frames per second as a fraction: 30000/1001 has no exact decimal. */
export interface FrameRate {
  numerator: number;
  denominator: number;
}

/** Frames per second as a plain number. */
export function framesPerSecond({ numerator, denominator }: FrameRate): number {
  return numerator / denominator;
}

/** @param text  ffprobe's form, such as `30000/1001`; `0/0` means unknown */
export function parseFrameRate(text: string | undefined): FrameRate | null {
  const [numerator = 0, denominator = 0] = (text ?? '').split('/').map(Number);
  return numerator > 0 && denominator > 0 ? { numerator, denominator } : null;
}

/**
 * What ffprobe's two rates say together.
 *
 * @param nominal  `r_frame_rate`, the least common multiple of all distances: exact for a constant rate, and
 *                 without sense (1000, 90000) where times are in milliseconds or ticks
 * @param average  `avg_frame_rate`, frames divided by duration
 */
export function settleFrameRate(
  nominal: FrameRate | null,
  average: FrameRate | null,
): { frameRate: FrameRate; isVariable: boolean } {
  if (!nominal || !average)
    return { frameRate: average ?? nominal ?? { numerator: 25, denominator: 1 }, isVariable: false };
  const ratio = framesPerSecond(nominal) / framesPerSecond(average);
  if (Math.abs(ratio - 1) < 0.01) return { frameRate: nominal, isVariable: false };
  // Interlaced sources: the nominal rate counts fields.
  if (Math.abs(ratio - 2) < 0.02) return { frameRate: average, isVariable: false };
  return { frameRate: isPlausible(nominal) ? nominal : average, isVariable: true };
}

function isPlausible(rate: FrameRate): boolean {
  return framesPerSecond(rate) <= 240;
}

/** More frames than this nobody's screen shows, and each costs as much as any other. */
const highestFramesPerSecond = 60;

/** Two hours of still pictures at 30 a second: half an hour of work at 1080p. */
export const mostFillingPictures = 2 * 3600 * 30;

/**
 * A rate at which not more than `mostFillingPictures` are made to fill gaps: a file of a few kilobytes may have a gap of a
 * day. Sources with a picture for every moment keep theirs.
 *
 * @param pictures  of the source, in so many seconds
 */
export function affordableFrameRate(
  rate: FrameRate,
  { pictures, seconds }: { pictures: number; seconds: number },
): FrameRate {
  const filling = framesPerSecond(rate) * seconds - pictures;
  if (filling <= mostFillingPictures) return rate;
  return { numerator: Math.max(1, Math.floor((pictures + mostFillingPictures) / seconds)), denominator: 1 };
}

/**
 * The constant rate that a source is encoded at: its own, an exact part of it above 60, and a usual one where the
 * source's varies, so that key frames fall at the same times in every rendition.
 */
export function encodedFrameRate(source: { frameRate: FrameRate; isVariableFrameRate: boolean }): FrameRate {
  const rate = framesPerSecond(source.frameRate);
  if (source.isVariableFrameRate) {
    const isUsual = rate >= 20 && rate <= highestFramesPerSecond && Math.abs(rate - Math.round(rate)) < 0.001;
    if (isUsual) return source.frameRate;
    return { numerator: rate <= 31 ? 30 : 60, denominator: 1 };
  }
  // 59.94 and 60 alike stay; the tolerance is for rates such as 60.02 that recorders write.
  const parts = Math.ceil(rate / (highestFramesPerSecond * 1.01));
  return { numerator: source.frameRate.numerator, denominator: source.frameRate.denominator * parts };
}
