import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { UnfitProcess } from '@campus/jobs';
import type { Log } from '@campus/service';
import { type ClaimedEncoding, claimEncoding, countQueued } from '../data/encoding-queue.ts';
import { failEncoding, finishEncoding, requeueEncoding } from '../data/encodings.ts';
import { findRenditionProfiles } from '../data/rendition-profiles.ts';
import { lockVideo } from '../data/videos.ts';
import { encodeSource } from '../ffmpeg/encode-source.ts';
import { EncodingFailure, type EncodingFailureCode } from '../ffmpeg/encoding-failure.ts';
import { MediaRefusal } from '../ffmpeg/media-refusal.ts';
import type { Outputs } from '../ffmpeg/outputs.ts';
import type { EncodingOutcome, Figures } from '../figures.ts';
import { StorageError } from '../storage/storage-error.ts';
import { encodeQueue } from './encode-queue.ts';
import { createFitness, type Fitness } from './fitness.ts';
import { handBack } from './hand-back.ts';
import type { RegisteredWorker } from './register-worker.ts';
import { type RunFailure, runColumns, runErrorText, runFailureOf } from './run-failure.ts';
import { tidyQueue } from './tidy-videos.ts';
import type { VideoDeps } from './video-deps.ts';
import { whileNoting } from './while-noting.ts';

type ProcessDeps = Pick<VideoDeps, 'db' | 'jobs' | 'storage' | 'tools' | 'queueLimits' | 'now'> & {
  log: Log;
  figures: Figures;
  worker: RegisteredWorker;
};

type EncodeDeps = ProcessDeps & { fitness: Fitness };

/** A source that fails this often is not tried again until somebody asks. */
export const maxAttempts = 3;

/** What may be of the moment. All else is by the source alone and fails again: hours of work that others wait for. */
const passingFailures = new Set<EncodingFailureCode>([
  'tool_missing',
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

/** A stop of all processes at once may end ffmpeg before this process hears of it. */
const stopFollowsMs = 1_000;

interface HowToEncode {
  threads: number;
  normaliseSound: boolean;
}

/** Runs encodings in this process, some at a time, while its media folder and its tools can be used. */
export async function startEncoding(
  processDeps: ProcessDeps,
  {
    encodeConcurrency,
    encodeThreads,
    encodeNormaliseSound,
  }: { encodeConcurrency: number; encodeThreads: number; encodeNormaliseSound: boolean },
): Promise<void> {
  const deps = { ...processDeps, fitness: createFitness(processDeps) };
  await ringForQueued(deps, { atMost: maxRungFor });
  return deps.jobs.work(encodeQueue, encodeConcurrency, async ({ encodingId }, signal) => {
    const how = { threads: encodeThreads, normaliseSound: encodeNormaliseSound };
    const job = { ticket: encodingId, how, signal };
    let outcome = await runEncoding(deps, job);
    while (outcome === 'try again') {
      await sleep(retryDelayMs, undefined, { signal });
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
  await db.prisma.$transaction(async (tx) => {
    // No run has such an id: their tickets are nobody else's.
    for (let sent = 0; sent < count; sent += 1)
      await jobs.send(tx, encodeQueue, { encodingId: -randomInt(1, 2 ** 31) });
  });
}

/**
 * One attempt at one run. A run that is over, or gone with its video, ends quietly; so does one that fails through
 * its source or a full disk, which the record tells.
 *
 * The number of the claim proves that the run is still ours: it counts up when another worker takes it up, and
 * the state changes when it is cancelled. Both end ffmpeg with the next note of its progress.
 *
 * @throws UnfitProcess  the run waits for a process that can encode and may, and no attempt counts
 * @throws what nobody expected; the queue reports it and hands the run to a worker again
 */
async function runEncoding(
  deps: EncodeDeps,
  { ticket, how, signal }: { ticket: number; how: HowToEncode; signal: AbortSignal },
): Promise<'nothing to do' | 'over' | 'try again'> {
  const { db, now, log, figures, fitness, worker, queueLimits } = deps;
  const unfit = () => new UnfitProcess('this process cannot encode', fitness.untilFit);
  if (await worker.isDraining()) throw new UnfitProcess('this worker is drained', worker.untilUndrained);
  if (!(await fitness.isFit())) throw unfit();
  signal.throwIfAborted();
  const claimed = await claimEncoding(db, { ticket, now: now(), ...queueLimits });
  if (claimed === null) return 'nothing to do';
  const { hold, attempt, videoId } = claimed;
  const encodingId = hold.id;
  if (attempt > maxAttempts) {
    const failure = runFailureOf(claimed) ?? { code: 'worker_lost', values: { attempts: maxAttempts } };
    await failEncoding(db.prisma, hold, { ...runColumns(failure), attempts: maxAttempts, now: now() });
    figures.encodingBegins()('failed');
    log.warn({ videoId, encodingId }, `encoding of video ${videoId} failed: ${runErrorText(failure)}`);
    return 'over';
  }
  log.info({ videoId, encodingId, attempt }, `encoding of video ${videoId} begins`);
  if (attempt > 1) sweepInBackground(deps);
  const ended = figures.encodingBegins();
  const stint = worker.beginStint(encodingId);
  let outcome: EncodingOutcome = 'retried';
  const lost = new AbortController();
  let handedBack: Promise<void> | undefined;
  const giveBack = () => {
    handedBack ??= handBack(db, hold);
    return handedBack;
  };
  // Told to stop: at once, since this process may be gone before its ffmpeg is. Nobody is to blame.
  const onStop = () => void giveBack().catch(() => undefined);
  signal.addEventListener('abort', onStop);
  try {
    const outputs = await encodeInto(deps, { claimed, how, lost, signal });
    const renditions = outputs.renditions.length;
    log.info({ videoId, encodingId, renditions }, `encoding of video ${videoId} is done`);
    outcome = 'done';
    return 'over';
  } catch (error) {
    if (error instanceof EncodingFailure && error.isFromOutside)
      await sleep(stopFollowsMs, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) {
      outcome = 'handed_back';
      await giveBack();
      throw error;
    }
    if (lost.signal.aborted) {
      outcome = 'cancelled';
      log.info(
        { videoId, encodingId },
        `encoding of video ${videoId} was cancelled, or taken up by another worker`,
      );
      return 'over';
    }
    // What was written is gone by now: a source too large for the disk does not make the machine unfit.
    if (!(await fitness.isFit())) {
      outcome = 'handed_back';
      await giveBack();
      throw unfit();
    }
    const next = await settleFailure(deps, claimed, error);
    if (next === 'over') outcome = 'failed';
    return next;
  } finally {
    ended(outcome);
    signal.removeEventListener('abort', onStop);
    await (await stint)(outcome);
  }
}

async function encodeInto(
  deps: EncodeDeps,
  {
    claimed: { hold, videoId, sourceFile },
    how,
    lost,
    signal,
  }: { claimed: ClaimedEncoding; how: HowToEncode; lost: AbortController; signal: AbortSignal },
): Promise<Outputs> {
  const { db, jobs, storage, tools, now, figures } = deps;
  const folder = await storage.makeTemporaryFolder();
  try {
    const stuck = new AbortController();
    const watch = {
      hold,
      onLost: () => lost.abort(),
      check: () => storage.requireFreeSpace(0),
      onStuck: (reason: unknown) => stuck.abort(reason),
    };
    const startedAt = performance.now();
    const profiles = await findRenditionProfiles(db);
    const outputs = await whileNoting(deps, watch, (onProgress) =>
      storage.withSource({ videoId, sourceFile }, (source) =>
        encodeSource(tools, {
          source,
          folder,
          profiles,
          ...how,
          signal: AbortSignal.any([signal, lost.signal, stuck.signal]),
          onProgress,
        }),
      ),
    );
    figures.encodedAt((outputs.durationSeconds * 1000) / (performance.now() - startedAt));
    await storage.place(async (place) => {
      const brought = await place.encoding(folder);
      await db.prisma.$transaction(async (tx) => {
        await lockVideo(tx, videoId);
        await brought.into(tx, { videoId, encodingId: hold.id });
        await jobs.send(tx, tidyQueue, { videoId });
        if (await finishEncoding(tx, hold, { videoId, outputs, now: now() })) return;
        lost.abort();
        throw new Error('the run is no longer ours');
      });
    });
    return outputs;
  } finally {
    await storage.removeTemporary(folder);
  }
}

/** Tries again soon what may be of the moment, or gives up with the words of the last failure. The source stays. */
async function settleFailure(
  { db, now, log }: EncodeDeps,
  { hold, videoId, attempt }: ClaimedEncoding,
  error: unknown,
): Promise<'over' | 'try again'> {
  const told = tellable(error);
  const columns = runColumns(told ?? { code: 'encoder_failed' });
  const about = { videoId, encodingId: hold.id, attempt };
  const isLasting =
    error instanceof MediaRefusal || (error instanceof EncodingFailure && !passingFailures.has(error.code));
  if (attempt < maxAttempts && !isLasting) {
    await requeueEncoding(db.prisma, hold, columns);
    if (told === null) throw error;
    log.info(about, `attempt ${attempt} at encoding video ${videoId} failed: ${columns.error}`);
    return 'try again';
  }
  await failEncoding(db.prisma, hold, { ...columns, attempts: attempt, now: now() });
  if (told === null) log.error({ ...about, err: error }, `encoding of video ${videoId} failed`);
  else log.warn(about, `encoding of video ${videoId} failed: ${columns.error}`);
  return 'over';
}

/** What went wrong as the owner of the video may read it; null for a bug, or the database away. */
function tellable(error: unknown): RunFailure | null {
  if (error instanceof EncodingFailure || error instanceof MediaRefusal) return error.failure;
  return error instanceof StorageError && error.code !== 'unusable' ? { code: error.code } : null;
}

/** An attempt before this one may have died with its worker, and its outputs fill the disk. */
function sweepInBackground({ storage, log }: EncodeDeps): void {
  storage.sweep().catch((error: unknown) => log.warn({ err: error }, 'the media folder was not swept'));
}
