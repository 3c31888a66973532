import { cancelActiveEncoding } from '../data/encodings.ts';
import type { Transaction } from '../data/open-database.ts';
import * as videos from '../data/videos.ts';
import { codecsIn } from '../ffmpeg/probe-result.ts';
import { askForRun, askForRunOfUpload } from './ask-for-run.ts';
import { bringSource, examineSource } from './new-source.ts';
import { type Quotas, requireWithinQuota } from './quotas.ts';
import { tidyQueue } from './tidy-videos.ts';
import type { UploadedFile, VideoDeps } from './video-deps.ts';
import { VideoError } from './video-error.ts';

/** What is to be different of a video. */
type ChangedDescription = videos.VideoChanges & {
  /** Whether it is encoded; absent: as configured where a new source comes. */
  encode?: boolean;
};

interface ChangedVideo {
  changes: ChangedDescription;
  /** What was there when the change was thought of. */
  seen?: { plays: string };
  /** A new source; undefined: it keeps the one that it has. */
  file: UploadedFile | undefined;
  /** Whose turns at examining files are taken. */
  callerId: number;
  /** What else is to happen in the transaction that gives it a new source. */
  alongside?: (tx: Transaction, videoId: number) => Promise<void>;
}

/**
 * Changes a video; false when it has vanished. A new source takes the place of the old one in the same
 * transaction and ends a run of the encoder, or begins another; what is on air stays until the next one is whole.
 *
 * @throws VideoError  without a new source; what plays was changed by somebody else
 * @throws MediaRefusal  the file is no video or audio that we take
 * @throws BudgetSpentError  too many are examined
 * @throws QuotaError  its source has grown, or it is given to another owner
 * @throws StorageError
 */
export async function updateVideo(
  deps: VideoDeps,
  videoId: number,
  { changes, seen, file, callerId, alongside }: ChangedVideo,
): Promise<boolean> {
  const { db, jobs, storage, quotas, now } = deps;
  const { encode, ...columns } = changes;
  if (file === undefined) {
    return db.prisma.$transaction(async (tx) => {
      if (columns.plays !== undefined && seen !== undefined) {
        const plays = await videos.lockedPlays(tx, videoId);
        if (plays !== undefined && plays !== seen.plays) throw new VideoError('plays_changed');
      }
      if (!(await changeRow(tx, quotas, videoId, columns))) return false;
      if (encode !== true) return true;
      // One that has begun would make what was asked for before.
      if (columns.plays !== undefined || columns.layout !== undefined)
        await cancelActiveEncoding(tx, videoId, now());
      await askForRun(tx, deps, { videoId });
      return true;
    });
  }
  const facts = await examineSource(deps, { file, callerId });
  const { kind, durationSeconds, extension } = facts;
  return storage.place(async (place) => {
    const source = await bringSource(place, { file, extension });
    return db.prisma.$transaction(async (tx) => {
      const before = await lockCharged(tx, videoId);
      if (before === undefined) return false;
      const sourceFile = await source.into(tx, videoId);
      await cancelActiveEncoding(tx, videoId, now());
      await jobs.send(tx, tidyQueue, { videoId });
      const sourceCodecs = codecsIn(facts);
      const of = { mediaKind: kind, durationSeconds, sourceFile, sourceBytes: file.size, sourceCodecs };
      // Which picture of the one before was the best, and what played of it, tells nothing of this one.
      await videos.updateVideo(tx, videoId, {
        thumbnailChoice: 1,
        plays: '',
        ...columns,
        ...of,
        earlyPoster: null,
      });
      await alongside?.(tx, videoId);
      const { ownerId, isHandover } = handoverOf(before, changes);
      const added = isHandover
        ? { bytes: file.size, videos: 1 }
        : { bytes: file.size - before.bytes, videos: 0 };
      await requireWithinQuota(tx, quotas, { ownerId, ...added });
      if (encode ?? deps.encodeOnUpload) await askForRunOfUpload(tx, deps, videoId);
      return true;
    });
  });
}

/** Changes the row alone. @throws QuotaError  its new owner has no room for it */
async function changeRow(
  tx: Transaction,
  quotas: Quotas,
  videoId: number,
  changes: videos.VideoChanges,
): Promise<boolean> {
  if (changes.ownerId === undefined) return videos.updateVideo(tx, videoId, changes);
  const before = await lockCharged(tx, videoId);
  if (before === undefined) return false;
  await videos.updateVideo(tx, videoId, changes);
  const { ownerId, isHandover } = handoverOf(before, changes);
  if (isHandover)
    await requireWithinQuota(tx, quotas, { ownerId, bytes: before.bytes, videos: 1, isHandover });
  return true;
}

/** Makes other changes of this video wait, and says what its owner is charged; undefined when it has vanished. */
async function lockCharged(tx: Transaction, videoId: number) {
  return (await videos.lockVideo(tx, videoId)) ? videos.chargedFor(tx, videoId) : undefined;
}

/** Whose it is after the changes, and whether it was somebody else's. */
function handoverOf(
  before: { ownerId: number },
  changes: videos.VideoChanges,
): { ownerId: number; isHandover: boolean } {
  const ownerId = changes.ownerId === undefined ? before.ownerId : Number(changes.ownerId);
  return { ownerId, isHandover: ownerId !== before.ownerId };
}

/**
 * Removes a video; false when it has vanished. A running encoding ends with its next report, and the files go
 * after the commit, by a job that survives a crash.
 */
export function removeVideo({ db, jobs }: Pick<VideoDeps, 'db' | 'jobs'>, videoId: number): Promise<boolean> {
  return db.prisma.$transaction(async (tx) => {
    if (!(await videos.deleteVideo(tx, videoId))) return false;
    await jobs.send(tx, tidyQueue, { videoId });
    return true;
  });
}
