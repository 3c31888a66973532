/** What uploads in pieces may take that are not over; the largest file is VIDEO_MAX_UPLOAD_SIZE. */
export const uploadLimits = {
  /** Of one user, parts that are to be joined counting too. */
  ofOne: 100,
  /** Of one user, in files of the largest size. */
  largestOfOne: 5,
  ofAll: 10_000,
  /** Without a byte; then all of it is removed. */
  expiresAfterMs: 72 * 3_600_000,
  /** Of one upload that is joined. */
  parts: 64,
};
