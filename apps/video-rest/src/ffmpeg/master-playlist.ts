import { nameOfLanguage } from './languages.ts';

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

/** A sound that goes with all renditions. */
export interface AnnouncedAudio {
  uri: string;
  channels: number;
  codec: string;
  bandwidth: { peak: number; average: number };
  /** What players call it, where there are several: its title, else its language; absent: its number. */
  name?: string;
  /** ISO 639-1. */
  language?: string;
}

/** What is said of a sound of a source. */
export function soundWords({
  language,
  title,
}: {
  language?: string;
  title?: string;
}): Pick<AnnouncedAudio, 'name' | 'language'> {
  const name = title ?? (language && nameOfLanguage(language));
  return { ...(name && { name }), ...(language && { language }) };
}

/**
 * The master playlist of an encoding (RFC 8216). Pure. It is not left to ffmpeg, whose 2018 build crashes on it.
 *
 * @param content.renditions  the first is the one that players start with; empty for sound alone
 * @param content.sounds      what may be heard instead of the sound
 */
export function masterPlaylist(content: {
  renditions: readonly AnnouncedRendition[];
  audio: AnnouncedAudio | null;
  sounds?: readonly AnnouncedAudio[];
}): string {
  const { renditions, audio, sounds = [] } = content;
  const loudest = mostDemanding(audio, sounds);
  const lines = ['#EXTM3U', '#EXT-X-VERSION:7', '#EXT-X-INDEPENDENT-SEGMENTS'];
  if (audio && renditions.length > 0) lines.push(...mediaLines(audio, sounds));
  for (const rendition of renditions)
    lines.push(`#EXT-X-STREAM-INF:${videoAttributes(rendition, loudest).join(',')}`, rendition.uri);
  if (audio && renditions.length === 0)
    lines.push(`#EXT-X-STREAM-INF:${[...bandwidth([audio]), codecs([audio])].join(',')}`, audio.uri);
  return `${lines.join('\n')}\n`;
}

/** The names of a group differ (RFC 8216 4.3.4.1.1). */
function mediaLines(audio: AnnouncedAudio, sounds: readonly AnnouncedAudio[]): string[] {
  const all = [audio, ...sounds];
  const names = all.map(({ name }, index) => name ?? String(index + 1));
  return all.map(({ language, channels, uri }, index) => {
    const name = names[index] ?? '';
    const unlike = names.indexOf(name) === index ? name : `${name} (${index + 1})`;
    return [
      '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="audio"',
      `NAME="${all.length === 1 ? 'audio' : unlike}"`,
      ...(language && all.length > 1 ? [`LANGUAGE="${language}"`] : []),
      `DEFAULT=${index === 0 ? 'YES' : 'NO'},AUTOSELECT=YES,CHANNELS="${channels}",URI="${uri}"`,
    ].join(',');
  });
}

/** The sound that takes most, by which all of a group are counted (RFC 8216 4.3.4.2). */
export function mostDemanding(
  audio: AnnouncedAudio | null,
  sounds: readonly AnnouncedAudio[] = [],
): AnnouncedAudio | null {
  return sounds.reduce<AnnouncedAudio | null>(
    (most, sound) => (most !== null && sound.bandwidth.peak > most.bandwidth.peak ? sound : most),
    audio,
  );
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

/** What a media playlist (RFC 8216) says of its segments. */
export interface MediaPlaylist {
  segments: readonly { seconds: number; bytes: number }[];
  /** It ends with ENDLIST: nothing is missing. */
  isComplete: boolean;
}

/** Reads a playlist whose segments are byte ranges of one file, as ffmpeg writes it. Pure. */
export function parseMediaPlaylist(text: string): MediaPlaylist {
  const segments: { seconds: number; bytes: number }[] = [];
  let seconds: number | undefined;
  for (const line of text.split('\n')) {
    const duration = /^#EXTINF:([\d.]+)/.exec(line)?.[1];
    if (duration !== undefined) seconds = Number(duration);
    const bytes = /^#EXT-X-BYTERANGE:(\d+)/.exec(line)?.[1];
    if (bytes !== undefined && seconds !== undefined) {
      segments.push({ seconds, bytes: Number(bytes) });
      seconds = undefined;
    }
  }
  return { segments, isComplete: text.trimEnd().endsWith('#EXT-X-ENDLIST') };
}

export function durationOf({ segments }: MediaPlaylist): number {
  return segments.reduce((sum, { seconds }) => sum + seconds, 0);
}

/** Bits per second: of the most demanding segment, and over all. */
export function bandwidthOf(playlist: MediaPlaylist): { peak: number; average: number } {
  const { segments } = playlist;
  const longest = Math.max(0, ...segments.map(({ seconds }) => seconds));
  // RFC 8216 4.3.4.2: segments shorter than half the target duration do not count on their own.
  const counted = segments.filter(({ seconds }) => seconds > 0 && seconds >= longest / 2);
  const bits = segments.reduce((sum, { bytes }) => sum + bytes * 8, 0);
  const average = Math.ceil(bits / (durationOf(playlist) || 1));
  const peak = Math.ceil(
    counted.reduce((most, { seconds, bytes }) => Math.max(most, (bytes * 8) / seconds), 0),
  );
  return { peak: Math.max(peak, average), average };
}
