import type { Jobs, Queue } from '@campus/jobs';
import type { TurnLimits } from '@campus/service';
import type { VideoSource } from '../data/embedded-tracks.ts';
import { findUnmeasured, noteSizes } from '../data/usage.ts';
import type { VideoDeps } from './video-deps.ts';

/** Asks to note the sizes of sources that a version before has added, so that they count for their owners. */
export const measureQueue: Queue<object> = { name: 'measure-sources', expireInSeconds: 15 * 60 };

type Deps = Pick<VideoDeps, 'db' | 'storage'> & { jobs: Jobs };

/** Few enough that a job takes seconds, also where each source is asked for over a network. */
const sourcesOfOneJob = 500;

const atATime = 8;

/** Notes them in this process, one batch after another: one process at a time does, and the next goes on after a crash. */
export async function startMeasuringSources(deps: Deps): Promise<void> {
  await deps.jobs.work(measureQueue, 1, (_none, signal) => measureSome(deps, signal));
  await askForMore(deps);
}

async function measureSome(deps: Deps, signal: AbortSignal): Promise<void> {
  const { db, storage } = deps;
  const found = await findUnmeasured(db.pool, sourcesOfOneJob);
  if (found === undefined) return;
  const measured = [];
  for (let first = 0; first < found.sources.length && !signal.aborted; first += atATime) {
    const some = found.sources.slice(first, first + atATime);
    measured.push(
      ...(await Promise.all(some.map(async (one) => ({ ...one, bytes: await sizeOf(storage, one) })))),
    );
  }
  await noteSizes(db.prisma, found.ownerId, measured);
  await askForMore(deps);
}

async function askForMore({ db, jobs }: Deps): Promise<void> {
  // Each start asks, mostly in vain: not by Prisma, whose compiler of queries takes 40 MB.
  if ((await findUnmeasured(db.pool, 1)) !== undefined)
    await jobs.send(db.prisma, measureQueue, {}, { group: 'all' });
}

/** In bytes; what is lost takes nothing. */
async function sizeOf(
  { locate }: Pick<Deps['storage'], 'locate'>,
  { videoId, sourceFile }: VideoSource,
): Promise<number> {
  const located = await locate({ table: 'videos', id: videoId, file: sourceFile });
  return located?.bytes ?? 0;
}

/**
 * Examinations of uploads at a time, by the account that sent them: each may take the memory of `probeMemoryMiB` and
 * 30 seconds. An ordinary one takes a tenth of a second, so that hardly anybody waits.
 */
export const probeTurnLimits = {
  atATime: 2,
  waiting: 64,
  atATimePerCaller: 1,
  waitingPerCaller: 16,
  retryAfterSeconds: 30,
} as const satisfies TurnLimits;
