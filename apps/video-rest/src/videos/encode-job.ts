import { setTimeout as sleep } from 'node:timers/promises';
import { whyDatabaseIsAway } from '@campus/database';
import { UnfitProcess } from '@campus/jobs';
import type { Log } from '@campus/service';
import {
  type ClaimedEncoding,
  claimEncoding,
  countQueued,
  isAnyTaskDoubtful,
} from '../data/encoding-queue.ts';
import { addToLog } from '../data/encodings.ts';
import { EncodingFailure } from '../ffmpeg/encoding-failure.ts';
import { mostLogLines } from '../ffmpeg/ffmpeg-words.ts';
import { MediaRefusal } from '../ffmpeg/media-refusal.ts';
import type { EncodingOutcome, Figures } from '../figures.ts';
import { StorageError } from '../storage/storage-error.ts';
import { encodeQueue, ring } from './encode-queue.ts';
import { createFitness, type Fitness } from './fitness.ts';
import { leaveUndecodable } from './leave-undecodable.ts';
import { readingSource } from './new-source.ts';
import { partOfRun } from './part-of-run.ts';
import type { RegisteredWorker } from './register-worker.ts';
import { type RunFailure, runColumns, runErrorText, runFailureOf } from './run-failure.ts';
import { NoLongerOurs, type UnitOfWork, type UnitOutcome } from './unit-of-work.ts';
import type { VideoDeps } from './video-deps.ts';
import { whileNoting } from './while-noting.ts';
import { wholeRun } from './whole-run.ts';

type ProcessDeps = Pick<VideoDeps, 'db' | 'jobs' | 'storage' | 'tools' | 'queueLimits' | 'now'> & {
  log: Log;
  figures: Figures;
  worker: RegisteredWorker;
};

type EncodeDeps = ProcessDeps & { fitness: Fitness; splitFromSeconds: number; normaliseSound: boolean };

/** A source that fails this often is not tried again until somebody asks. */
export const maxAttempts = 3;

/** What may be of the moment. All else is by the source alone and fails again: hours of work that others wait for. */
const passingFailures = new Set<EncodingFailure['code']>([
  'tool_missing',
  'tool_ended',
  'ended_from_outside',
  'ended_from_outside_silently',
  'ffmpeg_failed',
  'ffmpeg_failed_silently',
  'ffmpeg_killed_silently',
]);

/** Time for what was in the way to pass, short enough for somebody who waits. */
const retryDelayMs = 2_000;

/** Jobs that are sent anew when a process starts, at most. */
const maxRungFor = 100;

/** Meanwhile another worker may take the job up. */
const aWhile = (signal: AbortSignal) => sleep(5_000, undefined, { signal }).catch(() => undefined);

/** A stop of all processes at once may end ffmpeg before this process hears of it. */
const stopFollowsMs = 1_000;

/** Runs encodings in this process, some at a time, while its media folder and its tools can be used. */
export async function startEncoding(
  processDeps: ProcessDeps,
  {
    encodeConcurrency,
    encodeThreads,
    encodeNormaliseSound,
    encodeSplitFrom,
  }: {
    encodeConcurrency: number;
    encodeThreads: number;
    encodeNormaliseSound: boolean;
    encodeSplitFrom: number;
  },
): Promise<void> {
  const deps = {
    ...processDeps,
    fitness: createFitness(processDeps),
    splitFromSeconds: encodeSplitFrom,
    normaliseSound: encodeNormaliseSound,
  };
  await ringForQueued(deps, { atMost: maxRungFor });
  return deps.jobs.work(encodeQueue, encodeConcurrency, async ({ encodingId }, signal) => {
    const job = { ticket: encodingId, threads: encodeThreads, signal };
    let outcome = await runEncoding(deps, job);
    while (outcome === 'try again' || outcome === 'shared' || (await mayHaveMore(deps, outcome))) {
      if (outcome !== 'shared') await sleep(retryDelayMs, undefined, { signal });
      outcome = await runEncoding(deps, job);
    }
    const mayBeShortOfJobs = deps.queueLimits.runningPerOwner > 0 || encodingId < 0;
    if (outcome === 'over' && mayBeShortOfJobs) await ringForQueued(deps, { atMost: 1 });
  });
}

/**
 * Sends jobs for what is queued, whatever became of those that were. One that comes while all owners have as much at
 * work as the limit allows finds nothing, and the end of a run sends another in its place. Of more than are sent at a
 * start, each sends the next. A worker of an older version, which knows no turns, takes the run of its own job from
 * whoever has it, and one run is left without. A job too many finds nothing.
 */
async function ringForQueued({ db, jobs }: EncodeDeps, { atMost }: { atMost: number }): Promise<void> {
  const count = Math.min(await countQueued(db), atMost);
  if (count === 0) return;
  await db.prisma.$transaction((tx) => ring(tx, jobs, count));
}

/** Whether a job that found nothing may soon find the task of a worker that was lost: it may be that worker's. */
async function mayHaveMore({ db }: EncodeDeps, outcome: JobOutcome): Promise<boolean> {
  return outcome === 'nothing to do' && (await isAnyTaskDoubtful(db));
}

/** `shared`: there is more to do at once. */
type JobOutcome = 'nothing to do' | 'over' | 'try again' | 'shared';

/**
 * One attempt at one run, or at a part of one. A run that is over, or gone with its video, ends quietly; so does one
 * that fails through its source or a full disk, which the record tells.
 *
 * The number of the claim proves that the run is still ours: it counts up when another worker takes it up, and
 * the state changes when it is cancelled. Both end ffmpeg with the next note of its progress.
 *
 * @throws UnfitProcess  the run waits for a process that can encode and may, and no attempt counts
 * @throws what nobody expected; the queue reports it and hands the run to a worker again
 */
async function runEncoding(
  deps: EncodeDeps,
  { ticket, threads, signal }: { ticket: number; threads: number; signal: AbortSignal },
): Promise<JobOutcome> {
  const { db, tools, now, log, figures, fitness, worker, queueLimits } = deps;
  const unfit = () => new UnfitProcess('this process cannot encode', fitness.untilFit);
  if (await worker.isDraining()) throw new UnfitProcess('this worker is drained', worker.untilUndrained);
  if (!(await fitness.mayBegin())) throw unfit();
  signal.throwIfAborted();
  const wanted = { ticket, now: now(), ...queueLimits, ...tools };
  const claimed = await db.prisma.$transaction((tx) => claimEncoding(tx, wanted));
  if (claimed === null) {
    if (await leaveUndecodable(deps)) throw new UnfitProcess('it is for a worker that decodes more', aWhile);
    return 'nothing to do';
  }
  const { attempt, encodingId, videoId, task } = claimed;
  const unit = task === null ? wholeRun(deps, claimed) : partOfRun(deps, claimed, task);
  if (attempt > maxAttempts) {
    const failure = runFailureOf(claimed) ?? { code: 'worker_lost', values: { attempts: maxAttempts } };
    await unit.fail(runColumns(failure), maxAttempts);
    figures.encodingBegins()('failed');
    log.warn({ videoId, encodingId }, `${unit.name} failed: ${runErrorText(failure)}`);
    return 'over';
  }
  log.info({ videoId, encodingId, attempt }, `${unit.name} begins`);
  if (attempt > 1) sweepInBackground(deps);
  const ended = figures.encodingBegins();
  const stint = worker.beginStint(encodingId);
  let outcome: EncodingOutcome = 'retried';
  const lost = new AbortController();
  const words: string[] = [];
  let handedBack: Promise<void> | undefined;
  const giveBack = () => {
    handedBack ??= handBack(() => unit.requeue(null));
    return handedBack;
  };
  // Told to stop: at once, since this process may be gone before its ffmpeg is. Nobody is to blame.
  const onStop = () => void giveBack().catch(() => undefined);
  signal.addEventListener('abort', onStop);
  try {
    const made = await make(deps, { unit, encodingId, threads, lost, words, signal });
    log.info({ videoId, encodingId }, `${unit.name} is ${made === 'shared' ? 'shared' : 'done'}`);
    outcome = made === 'done' ? 'done' : 'part_done';
    return made === 'shared' ? 'shared' : 'over';
  } catch (error) {
    if (error instanceof EncodingFailure && error.isFromOutside)
      await sleep(stopFollowsMs, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) {
      outcome = 'handed_back';
      await giveBack();
      throw error;
    }
    if (lost.signal.aborted || error instanceof NoLongerOurs) {
      outcome = 'cancelled';
      log.info({ videoId, encodingId }, `${unit.name} was cancelled, or taken up by another worker`);
      return 'over';
    }
    // What was written is gone by now: a source too large for the disk does not make the machine unfit.
    if (!(await fitness.isFit())) {
      outcome = 'handed_back';
      await giveBack();
      throw unfit();
    }
    const next = await settleFailure(deps, { claimed, unit }, error);
    if (next === 'over') outcome = 'failed';
    return next;
  } finally {
    ended(outcome);
    signal.removeEventListener('abort', onStop);
    await (await stint)(outcome);
    const lines = [...words, `${now().toISOString()} ${worker.name}: ${unit.doing}: ${outcome}`];
    await addToLog(db.prisma, { encodingId, lines, most: mostLogLines }).catch((error: unknown) =>
      log.warn({ err: error, encodingId }, 'the log of an encoding could not be kept'),
    );
  }
}

async function make(
  deps: EncodeDeps,
  run: {
    unit: UnitOfWork;
    encodingId: number;
    threads: number;
    lost: AbortController;
    words: string[];
    signal: AbortSignal;
  },
): Promise<UnitOutcome> {
  const { storage } = deps;
  const { unit, encodingId, threads, lost, words } = run;
  const onWords = (lines: readonly string[]) => void words.push(...lines);
  const folder = await storage.makeTemporaryFolder();
  try {
    const stuck = new AbortController();
    const watch = {
      encodingId,
      note: unit.note,
      onLost: () => lost.abort(),
      check: () => storage.requireFreeSpace(0),
      onStuck: (reason: unknown) => stuck.abort(reason),
    };
    const signal = AbortSignal.any([run.signal, lost.signal, stuck.signal]);
    const putInPlace = await whileNoting(deps, watch, (onProgress) =>
      readingSource(unit.encode({ folder, threads, signal, onProgress, onWords })),
    );
    return await putInPlace();
  } finally {
    await storage.removeTemporary(folder);
  }
}

/** Tries again soon what may be of the moment, or gives up with the words of the last failure. The source stays. */
async function settleFailure(
  { log }: EncodeDeps,
  { claimed, unit }: { claimed: ClaimedEncoding; unit: UnitOfWork },
  error: unknown,
): Promise<'over' | 'try again'> {
  const { encodingId, videoId, attempt } = claimed;
  const told = tellable(error);
  const columns = runColumns(told ?? { code: 'encoder_failed' });
  const about = { videoId, encodingId, attempt };
  const isLasting =
    (error instanceof MediaRefusal && error.isByContent) ||
    (error instanceof EncodingFailure && !passingFailures.has(error.code));
  if (attempt < maxAttempts && !isLasting) {
    await unit.requeue(columns);
    if (told === null) throw error;
    log.info(about, `attempt ${attempt} at ${unit.doing} failed: ${columns.error}`);
    return 'try again';
  }
  await unit.fail(columns, attempt);
  if (told === null) log.error({ ...about, err: error }, `${unit.name} failed`);
  else log.warn(about, `${unit.name} failed: ${columns.error}`);
  return 'over';
}

/** What went wrong as the owner of the video may read it; null for a bug, or the database away. */
function tellable(error: unknown): RunFailure | null {
  if (error instanceof EncodingFailure || error instanceof MediaRefusal) return error.failure;
  if (!(error instanceof StorageError) || error.code === 'unusable' || error.code === 'upload_lost')
    return null;
  return { code: error.code };
}

/** An attempt before this one may have died with its worker, and its outputs fill the disk. */
function sweepInBackground({ storage, log }: EncodeDeps): void {
  storage.sweep().catch((error: unknown) => log.warn({ err: error }, 'the media folder was not swept'));
}

/**
 * A stop that reaches every process at once takes the embedded PostgreSQL away for the moment of its restart. The stop
 * of the queue waits about twice as long for whoever hands back.
 */
const handBackPatienceMs = 5_000;

const handBackPauseMs = 100;

/**
 * Puts what is at work back into the queue for another process; the attempt does not count.
 *
 * @throws when the database stays away: the run is then taken up as that of a lost worker, and the attempt counts
 */
async function handBack(requeue: () => Promise<void>): Promise<void> {
  const deadline = performance.now() + handBackPatienceMs;
  for (;;) {
    try {
      await requeue();
      return;
    } catch (error) {
      if (whyDatabaseIsAway(error) === undefined || performance.now() > deadline) throw error;
    }
    await sleep(handBackPauseMs);
  }
}
