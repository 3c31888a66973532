import type { Container, SourceExtension } from './containers.ts';
import type { FrameRate } from './frame-rate.ts';

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
