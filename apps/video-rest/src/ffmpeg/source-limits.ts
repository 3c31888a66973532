/** The limits of a source; what is beyond them is refused with the upload. */
export const sourceLimits = {
  sidePixels: 8192,
  /**
   * Of one picture: 4K in any shape, and 5.7K all-round. ffmpeg holds dozens of pictures at once; of 8192 x 8192 they
   * take gigabytes, whatever the size of the file.
   */
  pixels: 4096 * 4096,
  framesPerSecond: 240,
  streams: 32,
  durationSeconds: 24 * 60 * 60,
};

/** Decoders count whole blocks: 2160 lines are 2176 to some. */
export const mostPixels = sourceLimits.pixels + 4096 * 64;
