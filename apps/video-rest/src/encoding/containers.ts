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
 * enough: a playlist renamed to `.mp4` reads other files of the machine through it.
 */
export const inputRules: readonly string[] = [
  '-protocol_whitelist',
  'file',
  '-format_whitelist',
  Object.values(containers)
    .flatMap(({ demuxers }) => demuxers)
    .join(','),
];

/** @param formatName ffprobe's `format_name`, such as `mov,mp4,m4a,3gp,3g2,mj2` */
export function containerOf(formatName: string): Container | null {
  const first = formatName.split(',')[0];
  return isContainer(first) ? first : null;
}

function isContainer(name: string | undefined): name is Container {
  return name !== undefined && Object.hasOwn(containers, name);
}

/** How a file of a container is named and served. */
export interface FileType {
  /** Without the dot. */
  extension: string;
  contentType: string;
}

/** @param content.majorBrand  of MP4 and QuickTime files, `qt  ` for the latter */
export function fileTypeOf(
  container: Container,
  content: { kind: 'video' | 'audio'; codecs: readonly string[]; majorBrand?: string },
): FileType {
  const isAudio = content.kind === 'audio';
  const type = (extension: string, contentType: string): FileType => ({ extension, contentType });
  switch (container) {
    case 'mov':
      if (isAudio) return type('m4a', 'audio/mp4');
      return content.majorBrand?.trim() === 'qt' ? type('mov', 'video/quicktime') : type('mp4', 'video/mp4');
    case 'matroska':
      if (content.codecs.every((codec) => webmCodecs.has(codec))) {
        return type('webm', isAudio ? 'audio/webm' : 'video/webm');
      }
      return isAudio ? type('mka', 'audio/x-matroska') : type('mkv', 'video/x-matroska');
    case 'mpegts':
      return type('ts', 'video/mp2t');
    case 'mpeg':
      return type('mpg', 'video/mpeg');
    case 'avi':
      return type('avi', 'video/x-msvideo');
    case 'flv':
      return type('flv', 'video/x-flv');
    case 'asf':
      return isAudio ? type('wma', 'audio/x-ms-wma') : type('wmv', 'video/x-ms-wmv');
    case 'ogg':
      return isAudio ? type('ogg', 'audio/ogg') : type('ogv', 'video/ogg');
    case 'mp3':
      return type('mp3', 'audio/mpeg');
    case 'wav':
      return type('wav', 'audio/wav');
    case 'aac':
      return type('aac', 'audio/aac');
    case 'flac':
      return type('flac', 'audio/flac');
  }
}

const webmCodecs = new Set(['vp8', 'vp9', 'av1', 'vorbis', 'opus']);
