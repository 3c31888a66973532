import { availableParallelism, hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { inPipelinedTransaction } from '@campus/database';
import type { Log } from '@campus/service';
import type { Database } from '../data/open-database.ts';
import * as workers from '../data/workers.ts';
import { seenEverySeconds } from '../domain/worker-state.ts';
import type { EncodingOutcome } from '../figures.ts';

/** A process that encodes, as it stands among the workers. It is for people: no encoding waits for it, nor fails by it. */
export type RegisteredWorker = Awaited<ReturnType<typeof registerWorker>>;

const forgetEveryMs = 600_000;

/**
 * Puts this process among the workers, and gives a sign of life every few seconds from then on.
 *
 * @param worker.name  what it would like to be called; undefined: as its machine
 * @param options.onDrained  called once it has finished all that it had, and is to take up nothing new
 */
export async function registerWorker(
  { db, log }: { db: Database; log: Log },
  {
    name: wanted,
    ...others
  }: { name: string | undefined } & Omit<workers.NewWorker, 'name' | 'host' | 'cores'>,
  { onDrained = () => undefined }: { onDrained?: (() => void) | undefined } = {},
) {
  const host = hostname().slice(0, 100);
  const worker = { ...others, name: wanted ?? host, host, cores: availableParallelism() };
  const add = () => inPipelinedTransaction(db.pool, (tx) => workers.addWorker(tx, worker));
  let { id, name } = await add();
  let atWork = 0;
  const ending = new AbortController();
  const tolerating = (what: string) => (error: unknown) => log.warn({ err: error }, what);
  const living = live();

  async function live(): Promise<void> {
    let forgetAt = 0;
    while (!ending.signal.aborted) {
      if (performance.now() >= forgetAt) {
        forgetAt = performance.now() + forgetEveryMs;
        await workers.forgetWorkers(db).catch(tolerating('workers that are long gone were not forgotten'));
      }
      await giveSign().catch(tolerating('a sign of life could not be given'));
      await sleep(seenEverySeconds * 1000, undefined, { signal: ending.signal }).catch(() => undefined);
    }
  }

  async function giveSign(): Promise<void> {
    const seen = await workers.noteSeen(db, id);
    // It was suspended for so long that it had been forgotten.
    if (seen === null) ({ id, name } = await add());
    else if (seen.isDraining && atWork === 0) onDrained();
  }

  async function isDraining(): Promise<boolean> {
    return (await workers.noteSeen(db, id))?.isDraining ?? false;
  }

  return {
    get name() {
      return name;
    },
    /** Whether it is to take up nothing new, as the database says now. */
    isDraining,
    /** Looks again every few seconds, until it may. Resolves also when `signal` aborts. */
    async untilUndrained(signal: AbortSignal) {
      do await sleep(seenEverySeconds * 1000, undefined, { signal }).catch(() => undefined);
      while (!signal.aborted && (await isDraining().catch(() => true)));
    },
    /** Notes that a run was taken up; what comes back notes what became of it. Neither throws. */
    async beginStint(encodingId: number) {
      atWork += 1;
      const stint = await workers
        .beginStint(db, { workerId: id, encodingId })
        .catch(tolerating('it was not noted who has taken up an encoding'));
      return async (outcome: EncodingOutcome) => {
        atWork -= 1;
        if (typeof stint !== 'number') return;
        await workers
          .endStint(db, { id: stint, outcome })
          .catch(tolerating('the end of an encoding was not noted'));
      };
    },
    /** Notes that it stops as it was told to. */
    async end() {
      ending.abort();
      await living;
      await workers.endWorker(db, id).catch(tolerating('the end of this worker was not noted'));
    },
  };
}
