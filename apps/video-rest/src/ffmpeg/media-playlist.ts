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
export function bandwidthOf({ segments }: MediaPlaylist): { peak: number; average: number } {
  const longest = Math.max(0, ...segments.map(({ seconds }) => seconds));
  // RFC 8216 4.3.4.2: segments shorter than half the target duration do not count on their own.
  const counted = segments.filter(({ seconds }) => seconds > 0 && seconds >= longest / 2);
  const bits = segments.reduce((sum, { bytes }) => sum + bytes * 8, 0);
  const average = Math.ceil(bits / (segments.reduce((sum, { seconds }) => sum + seconds, 0) || 1));
  const peak = Math.ceil(
    counted.reduce((most, { seconds, bytes }) => Math.max(most, (bytes * 8) / seconds), 0),
  );
  return { peak: Math.max(peak, average), average };
}
