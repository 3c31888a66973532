/** What an encoding gave. Files are named relative to its folder. */
export interface Outputs {
  kind: 'video' | 'audio';
  /** Of what was encoded; close to the source's. */
  durationSeconds: number;
  /** The master playlist. */
  hls: string;
  /** The smallest first; real pixels, so a portrait video is higher than wide. `bandwidth`: peak, bits per second. */
  renditions: { name: string; width: number; height: number; bandwidth: number }[];
  /** Progressive files; `height` in real pixels. */
  mp4: { height: number; file: string }[];
  audio: string | null;
  /** Null for sound alone. */
  poster: string | null;
}
