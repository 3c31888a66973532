import { acceptedDecoders } from './codecs.ts';
import { mostPixels } from './source-limits.ts';

/**
 * The containers that are accepted, and nothing else: a playlist, a concat list, DASH, SDP, text or an image would
 * make ffmpeg open other files, or is no video.
 */
const containers = {
  mov: { demuxers: ['mov', 'mp4', 'm4a', '3gp', '3g2', 'mj2'] },
  matroska: { demuxers: ['matroska', 'webm'] },
  mpegts: { demuxers: ['mpegts'] },
  mpeg: { demuxers: ['mpeg'] },
  avi: { demuxers: ['avi'] },
  flv: { demuxers: ['flv'] },
  asf: { demuxers: ['asf'] },
  ogg: { demuxers: ['ogg'] },
  mp3: { demuxers: ['mp3'] },
  wav: { demuxers: ['wav'] },
  aac: { demuxers: ['aac'] },
  flac: { demuxers: ['flac'] },
} as const;

export type Container = keyof typeof containers;

/**
 * The input options of ffmpeg and ffprobe that keep a hostile file to itself. The protocol list alone is not
 * enough: a playlist renamed to `.mp4` reads other files of the machine through it. No other codec is decoded, and no
 * larger picture, whatever the beginning of the stream says.
 */
export const inputRules: readonly string[] = [
  '-protocol_whitelist',
  'file',
  '-format_whitelist',
  Object.values(containers)
    .flatMap(({ demuxers }) => demuxers)
    .join(','),
  ...['-codec_whitelist', acceptedDecoders.join(',')],
  ...['-max_pixels', String(mostPixels)],
];

/** @param formatName ffprobe's `format_name`, such as `mov,mp4,m4a,3gp,3g2,mj2` */
export function containerOf(formatName: string): Container | null {
  const first = formatName.split(',')[0];
  return isContainer(first) ? first : null;
}

function isContainer(name: string | undefined): name is Container {
  return name !== undefined && Object.hasOwn(containers, name);
}

/** How a source is named, without the dot; `media/content-type.ts` tells what it is served as. */
export type SourceExtension =
  | 'mp4'
  | 'mov'
  | 'm4a'
  | 'webm'
  | 'mkv'
  | 'mka'
  | 'ts'
  | 'mpg'
  | 'avi'
  | 'flv'
  | 'wmv'
  | 'wma'
  | 'ogv'
  | 'ogg'
  | 'mp3'
  | 'wav'
  | 'aac'
  | 'flac';

/** @param content.majorBrand  of MP4 and QuickTime files, `qt  ` for the latter */
export function sourceExtension(
  container: Container,
  content: { kind: 'video' | 'audio'; codecs: readonly string[]; majorBrand?: string },
): SourceExtension {
  const isAudio = content.kind === 'audio';
  switch (container) {
    case 'mov':
      if (isAudio) return 'm4a';
      return content.majorBrand?.trim() === 'qt' ? 'mov' : 'mp4';
    case 'matroska':
      if (content.codecs.every((codec) => webmCodecs.has(codec))) {
        return 'webm';
      }
      return isAudio ? 'mka' : 'mkv';
    case 'mpegts':
      return 'ts';
    case 'mpeg':
      return 'mpg';
    case 'avi':
      return 'avi';
    case 'flv':
      return 'flv';
    case 'asf':
      return isAudio ? 'wma' : 'wmv';
    case 'ogg':
      return isAudio ? 'ogg' : 'ogv';
    case 'mp3':
      return 'mp3';
    case 'wav':
      return 'wav';
    case 'aac':
      return 'aac';
    case 'flac':
      return 'flac';
  }
}

const webmCodecs = new Set(['vp8', 'vp9', 'av1', 'vorbis', 'opus']);
