/** Names of the files of one encoding, relative to its folder. */
export const outputFiles = {
  master: 'master.m3u8',
  /** The master playlist while the lowest rendition alone is there. */
  firstMaster: 'first.m3u8',
  audio: 'audio.m4a',
  poster: 'poster.jpg',
  /** The name of the sound in HLS, beside those of the renditions. */
  audioTrack: 'audio',
  playlist: (name: string) => `${name}.m3u8`,
  /** Initialisation section and all segments in one file, told apart by byte ranges. */
  segments: (name: string) => `${name}.m4s`,
  mp4: (name: string) => `${name}.mp4`,
} as const;
