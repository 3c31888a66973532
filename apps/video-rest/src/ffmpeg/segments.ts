/** How the pictures of all renditions are divided, so that players may change between them. */
export interface Segments {
  /** Of HLS; sound is divided alike. A multiple of `keyFrameSeconds`. */
  seconds: number;
  /** A key frame at every multiple of it, in every rendition, and nowhere else. */
  keyFrameSeconds: number;
}

export const movingSegments: Segments = { seconds: 4, keyFrameSeconds: 2 };

/**
 * A key frame is nearly all that a slide costs. One of 1080p with text takes 110 KB, so that the first segment is there
 * sooner than that of a film; a player that is sent into its middle decodes 20 s of pictures that hardly change.
 */
export const stillSegments: Segments = { seconds: 20, keyFrameSeconds: 20 };
