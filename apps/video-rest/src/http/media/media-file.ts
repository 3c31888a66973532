/** A file of a video as its address names it; the folders on disk do not show. */
export interface MediaFile {
  videoId: number;
  /** `source`, `poster` before anything is on air, or `encoding-<id>`. */
  folder: string;
  file: string;
}

/** `7/encoding-12/master.m3u8`, below `/media/videos/`. */
export function mediaPath({ videoId, folder, file }: MediaFile): string {
  return `${videoId}/${folder}/${file}`;
}

/** What one signature lets read: the outputs of a run together; a source alone, since another may take its place. */
export function scopeOf({ videoId, folder, file }: MediaFile): string {
  return folder === 'source' ? `${videoId}/source/${file}` : `${videoId}/${folder}`;
}

/** What a request names below `/media`: a file, and the signature that came with it. */
export interface AskedMedia {
  mediaFile: MediaFile;
  encodingId: number | null;
  signature: string | null;
}

// Ids as PostgreSQL's integers have them; names as we write them. Whatever else a path may hold (dots, encoded
// slashes, other spellings of a number) names nothing.
const pattern =
  /^(?:\/signed\/(?<signature>[0-9]+-[\w-]+))?\/videos\/(?<id>[1-9][0-9]{0,9})\/(?:(?<single>source|poster)|encoding-(?<encoding>[1-9][0-9]{0,9}))\/(?<file>[a-z0-9][a-z0-9_-]{0,99}\.[a-z0-9]{1,8})$/;

const largestId = 2 ** 31 - 1;

/** @param path  below `/media`, as it stands on the request line: nothing decoded, no query */
export function readMediaPath(path: string): AskedMedia | null {
  const groups = pattern.exec(path)?.groups;
  if (groups === undefined) return null;
  const { id, single = 'source', encoding, file = '', signature = null } = groups;
  const [videoId, encodingId] = [Number(id), encoding === undefined ? null : Number(encoding)];
  if (videoId > largestId || (encodingId ?? 0) > largestId) return null;
  const folder = encodingId === null ? single : `encoding-${encodingId}`;
  return { mediaFile: { videoId, folder, file }, encodingId, signature };
}
