import { createTurns, watchTogether } from '@campus/service';
import type { ChainPlace } from '../chain/chain.ts';
import { type Changes, findChanges } from '../data/changes.ts';
import { findChainEnd } from '../data/ledger.ts';
import type { Scope } from '../domain/scope.ts';
import { type SealingDeps, sealTogether } from './keep-sealing.ts';

/** Requests that wait for changes, and streams of them, in each process. */
export const followLimits = {
  ofCaller: 16,
  ofAll: 500,
};

/** A look at the end of the ledger is one short statement: whoever waits learns of a change within this time. */
const lookEveryMs = 250;

/** All who wait for changes in this process, who share one look at the ledger. */
export interface Followers {
  /**
   * Lets one who follows the changes do it while there is room.
   *
   * @throws BudgetSpentError
   */
  run(caller: string, follow: () => Promise<void>): Promise<void>;
  /** Seals what is committed, for all who ask at the same time. */
  seal(): Promise<void>;
  /**
   * What has happened after a place, as soon as there is something; undefined when `signal` aborts before, or once
   * `isOver`. It is read once for all who have waited for the same: hundreds are woken at the same moment.
   */
  nextChanges(after: ChainPlace, options: Wanted): Promise<Changes | undefined>;
}

interface Wanted {
  size: number;
  scope: Scope;
  signal: AbortSignal;
  isOver: () => boolean;
}

export function createFollowers(deps: SealingDeps): Followers {
  const turns = createTurns({
    atATime: followLimits.ofAll,
    atATimePerCaller: followLimits.ofCaller,
    waiting: 0,
    waitingPerCaller: 0,
    retryAfterSeconds: 10,
  });
  const together = watchTogether(createTurns({ atATime: 1, waiting: 1 }));
  const seal = sealTogether(deps);
  const look = async () => {
    await seal();
    return findChainEnd(deps.db.pool);
  };
  return {
    run: (caller, follow) => turns.run(caller, follow),
    seal,
    async nextChanges(after, { size, scope, signal, isOver }) {
      let changes: Changes | undefined;
      await together.watch(
        { key: 'the end of the ledger', look, everyMs: lookEveryMs },
        {
          signal,
          async see({ seen, shared }) {
            if (seen.position <= after.position) return isOver();
            const same = JSON.stringify([after.position, size, scope]);
            changes = await shared(same, () => findChanges(deps.db.pool, { after, size, scope }));
            return true;
          },
        },
      );
      return changes;
    },
  };
}
