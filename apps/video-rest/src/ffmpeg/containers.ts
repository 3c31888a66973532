import path from 'node:path';
import { acceptedDecoders } from './codecs.ts';
import { mostPixels } from './media-refusal.ts';

/**
 * The containers that are accepted, and nothing else: a playlist, a concat list, DASH, SDP, text or an image would
 * make ffmpeg open other files, or is no video. Behind the demuxers of each, the extension of a source in it.
 */
const containers = {
  mov: { demuxers: ['mov', 'mp4', 'm4a', '3gp', '3g2', 'mj2'], video: 'mp4', audio: 'm4a' },
  matroska: { demuxers: ['matroska', 'webm'], video: 'mkv', audio: 'mka' },
  mpegts: { demuxers: ['mpegts'], video: 'ts', audio: 'ts' },
  mpeg: { demuxers: ['mpeg'], video: 'mpg', audio: 'mpg' },
  avi: { demuxers: ['avi'], video: 'avi', audio: 'avi' },
  flv: { demuxers: ['flv'], video: 'flv', audio: 'flv' },
  asf: { demuxers: ['asf'], video: 'wmv', audio: 'wma' },
  ogg: { demuxers: ['ogg'], video: 'ogv', audio: 'ogg' },
  mp3: { demuxers: ['mp3'], video: 'mp3', audio: 'mp3' },
  wav: { demuxers: ['wav'], video: 'wav', audio: 'wav' },
  aac: { demuxers: ['aac'], video: 'aac', audio: 'aac' },
  flac: { demuxers: ['flac'], video: 'flac', audio: 'flac' },
} as const satisfies Record<string, { demuxers: readonly string[] } & Record<Kind, SourceExtension>>;

type Kind = 'video' | 'audio';

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

/**
 * The last of the input options: what is opened.
 *
 * @param source  a path, or an `http:` address of this machine; what is at an address reads no files either
 */
export function inputOf(source: string): string[] {
  return source.startsWith('http:')
    ? ['-protocol_whitelist', 'http,tcp', '-i', source]
    : ['-i', `file:${path.resolve(source)}`];
}

/** @param formatName ffprobe's `format_name`, such as `mov,mp4,m4a,3gp,3g2,mj2` */
export function containerOf(formatName: string): Container | null {
  const first = formatName.split(',')[0];
  return isContainer(first) ? first : null;
}

function isContainer(name: string | undefined): name is Container {
  return name !== undefined && Object.hasOwn(containers, name);
}

/** How a source is named, without the dot, and what it is served as. */
export const sourceTypes = {
  mp4: 'video/mp4',
  mov: 'video/quicktime',
  m4a: 'audio/mp4',
  webm: 'video/webm',
  mkv: 'video/x-matroska',
  mka: 'audio/x-matroska',
  ts: 'video/mp2t',
  mpg: 'video/mpeg',
  avi: 'video/x-msvideo',
  flv: 'video/x-flv',
  wmv: 'video/x-ms-wmv',
  wma: 'audio/x-ms-wma',
  ogv: 'video/ogg',
  ogg: 'audio/ogg',
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  aac: 'audio/aac',
  flac: 'audio/flac',
};

export type SourceExtension = keyof typeof sourceTypes;

/** @param content.majorBrand  of MP4 and QuickTime files, `qt  ` for the latter */
export function sourceExtension(
  container: Container,
  { kind, codecs, majorBrand }: { kind: Kind; codecs: readonly string[]; majorBrand?: string },
): SourceExtension {
  if (container === 'mov' && kind === 'video' && majorBrand?.trim() === 'qt') return 'mov';
  if (container === 'matroska' && codecs.every((codec) => webmCodecs.has(codec))) return 'webm';
  return containers[container][kind];
}

const webmCodecs = new Set(['vp8', 'vp9', 'av1', 'vorbis', 'opus']);
