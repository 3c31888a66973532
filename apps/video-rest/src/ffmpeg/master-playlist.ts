/** One rendition as the master playlist announces it. */
export interface AnnouncedRendition {
  /** Address of its playlist, relative to the master. */
  uri: string;
  widthPixels: number;
  heightPixels: number;
  framesPerSecond: number;
  /** RFC 6381, such as `avc1.64001f`. */
  codec: string;
  /** Of the pictures alone, in bits per second. */
  bandwidth: { peak: number; average: number };
}

/** The sound that all renditions share. */
export interface AnnouncedAudio {
  uri: string;
  channels: number;
  codec: string;
  bandwidth: { peak: number; average: number };
}

/**
 * The master playlist of an encoding (RFC 8216). Pure. It is not left to ffmpeg, whose 2018 build crashes on it.
 *
 * @param content.renditions  the first is the one that players start with; empty for sound alone
 */
export function masterPlaylist({
  renditions,
  audio,
}: {
  renditions: readonly AnnouncedRendition[];
  audio: AnnouncedAudio | null;
}): string {
  const lines = ['#EXTM3U', '#EXT-X-VERSION:7', '#EXT-X-INDEPENDENT-SEGMENTS'];
  if (audio && renditions.length > 0) {
    lines.push(
      `#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="audio",NAME="audio",DEFAULT=YES,AUTOSELECT=YES,CHANNELS="${audio.channels}",URI="${audio.uri}"`,
    );
  }
  for (const rendition of renditions)
    lines.push(`#EXT-X-STREAM-INF:${videoAttributes(rendition, audio).join(',')}`, rendition.uri);
  if (audio && renditions.length === 0)
    lines.push(`#EXT-X-STREAM-INF:${[...bandwidth([audio]), codecs([audio])].join(',')}`, audio.uri);
  return `${lines.join('\n')}\n`;
}

/** Peak bandwidth of a rendition with the shared sound, as `BANDWIDTH` must count it. */
export function totalBandwidth(rendition: AnnouncedRendition, audio: AnnouncedAudio | null): number {
  return rendition.bandwidth.peak + (audio?.bandwidth.peak ?? 0);
}

function videoAttributes(rendition: AnnouncedRendition, audio: AnnouncedAudio | null): string[] {
  const parts = audio ? [rendition, audio] : [rendition];
  return [
    ...bandwidth(parts),
    `RESOLUTION=${rendition.widthPixels}x${rendition.heightPixels}`,
    `FRAME-RATE=${rendition.framesPerSecond.toFixed(3)}`,
    codecs(parts),
    ...(audio ? ['AUDIO="audio"'] : []),
  ];
}

type Part = AnnouncedRendition | AnnouncedAudio;

function bandwidth(parts: readonly Part[]): string[] {
  const sum = (which: 'peak' | 'average') => parts.reduce((total, part) => total + part.bandwidth[which], 0);
  return [`BANDWIDTH=${sum('peak')}`, `AVERAGE-BANDWIDTH=${sum('average')}`];
}

function codecs(parts: readonly Part[]): string {
  return `CODECS="${parts.map(({ codec }) => codec).join(',')}"`;
}

/**
 * The RFC 6381 name of the H.264 stream in an MP4 file, such as `avc1.64001f`: profile, constraints and level are
 * bytes 1 to 3 of the `avcC` box (ISO 14496-15, 5.2.4.1). Pure.
 *
 * @param start  the beginning of the file, with its `moov` box
 * @returns null when there is no such box
 */
export function avcCodec(start: Uint8Array): string | null {
  const bytes = Buffer.from(start.buffer, start.byteOffset, start.byteLength);
  const box = bytes.indexOf('avcC', 0, 'latin1');
  const profile = box + 'avcC'.length + 1;
  if (box < 0 || profile + 3 > bytes.length) return null;
  return `avc1.${bytes.toString('hex', profile, profile + 3)}`;
}
