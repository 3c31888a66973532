import type { ClaimedEncoding, Hold } from '../data/encoding-queue.ts';
import { type FailureColumns, finishEncoding } from '../data/encodings.ts';
import type { Transaction } from '../data/open-database.ts';
import { lockVideo } from '../data/videos.ts';
import type { Outputs } from '../ffmpeg/outputs.ts';
import type { EncodingProgress } from '../ffmpeg/run-ffmpeg.ts';
import { tidyQueue } from './tidy-videos.ts';
import type { VideoDeps } from './video-deps.ts';

/** A run of the encoder, or a part of one, as the worker that has taken it up deals with it. */
export interface UnitOfWork {
  /** What it is called in the log. */
  name: string;
  /** The same as a verb. */
  doing: string;
  /** Notes how far it is; false when it is no longer ours. */
  note(progress: EncodingProgress): Promise<boolean>;
  /**
   * Makes it, in a folder of its own.
   *
   * @returns what puts it in its place, in one transaction
   * @throws MediaRefusal, EncodingFailure, StorageError
   * @throws the reason of `signal`, once ffmpeg is dead
   */
  encode(run: UnitRun): Promise<() => Promise<UnitOutcome>>;
  /** Lets any worker take it up again, with the reason when it failed; without one the attempt does not count. */
  requeue(failure: FailureColumns | null): Promise<void>;
  /** Ends its run without result, after so many attempts. */
  fail(failure: FailureColumns, attempts: number): Promise<void>;
}

export interface UnitRun {
  /** Empty, and removed afterwards. */
  folder: string;
  threads: number;
  signal: AbortSignal;
  onProgress: (progress: EncodingProgress) => void;
  /** Called with the last lines of each run of ffmpeg, for staff. */
  onWords: (lines: readonly string[]) => void;
}

/** `shared`: the run was given into parts, which wait for workers. */
export type UnitOutcome = 'done' | 'part_done' | 'shared';

/** What was made is not put in its place: the run is over, or another worker has taken it up. */
export class NoLongerOurs extends Error {
  constructor() {
    super('it is no longer ours');
  }
}

/**
 * Ends a run with its outputs, which go on air.
 *
 * @param made.isMore  the lowest rendition is on air, and stays where it is
 * @param holdOfRun    gives the number by which the run is held, of the one by which the worker holds its unit
 * @throws NoLongerOurs
 */
export async function putOnAir(
  { db, jobs, storage, now }: Pick<VideoDeps, 'db' | 'jobs' | 'storage' | 'now'>,
  made: { claimed: ClaimedEncoding; folder: string; outputs: Outputs; isMore?: boolean },
  holdOfRun: (tx: Transaction, hold: Hold) => Promise<Hold | null>,
): Promise<'done'> {
  const { claimed, folder, outputs, isMore = false } = made;
  const { encodingId, videoId } = claimed;
  await storage.place(async (place) => {
    const brought = await place.encoding(folder);
    await db.prisma.$transaction(async (tx) => {
      await lockVideo(tx, videoId);
      const hold = await holdOfRun(tx, claimed.hold);
      if (hold === null) throw new NoLongerOurs();
      await brought.into(tx, { videoId, encodingId, isMore });
      await jobs.send(tx, tidyQueue, { videoId });
      if (!(await finishEncoding(tx, hold, { videoId, outputs, now: now() }))) throw new NoLongerOurs();
    });
  });
  return 'done';
}
