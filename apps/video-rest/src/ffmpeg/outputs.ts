/** What an encoding gave. Files are named relative to its folder. */
export interface Outputs {
  kind: 'video' | 'audio';
  /** Of what was encoded; close to the source's. */
  durationSeconds: number;
  /** How often the times of the source broke and were closed up, as where a recorder reconnected; absent: never. */
  breaks?: number;
  /** The master playlist. */
  hls: string;
  /** The smallest first; real pixels, so a portrait video is higher than wide. `bandwidth`: peak, bits per second. */
  renditions: { name: string; width: number; height: number; bandwidth: number }[];
  /** Progressive files of renditions, the smallest first; `height` in real pixels. */
  mp4: { height: number; file: string }[];
  audio: string | null;
  /** Null for sound alone. */
  poster: string | null;
}

/** @param outputs  as the record holds them; null: none yet */
export function breaksIn(outputs: unknown): number {
  const { breaks } = (outputs ?? {}) as Partial<Outputs>;
  return breaks ?? 0;
}
