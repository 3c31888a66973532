import type { FailureColumns } from '../data/encodings.ts';
import type { EncodingProgress } from '../ffmpeg/run-ffmpeg.ts';

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
