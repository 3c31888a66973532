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
  /** The pictures that somebody may choose the poster from, that one first; absent: it is the only one. */
  thumbnails?: string[];
  /** WebVTT whose cues are parts of pictures beside it, for seeking; absent: there are none. */
  overview?: string;
  /** How many streams of the source are not part of it; absent: none that it should have. */
  leftOut?: LeftOut;
}

export interface LeftOut {
  /** Beyond the most, damaged, or of a source whose times break. */
  sounds: number;
  /** Subtitles as pictures, which cannot be made text. */
  pictureSubtitles: number;
}

/** @param outputs  as the record holds them; null: none yet */
export function leftOutIn(outputs: unknown): LeftOut {
  const { leftOut } = (outputs ?? {}) as Partial<Outputs>;
  return leftOut ?? { sounds: 0, pictureSubtitles: 0 };
}

/** The pictures to choose from, in their order; none for sound alone. */
export function thumbnailsIn({ poster, thumbnails }: Outputs): readonly string[] {
  return thumbnails ?? (poster === null ? [] : [poster]);
}

/** @param outputs  as the record holds them; null: none yet */
export function breaksIn(outputs: unknown): number {
  const { breaks } = (outputs ?? {}) as Partial<Outputs>;
  return breaks ?? 0;
}
