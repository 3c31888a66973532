/** Objects are removed at once, or, where much hangs on them, hidden at once and removed in pieces behind the answer. */
import { errorMessage } from '@campus/config';
import {
  inPipelinedTransaction,
  operationsIn,
  type PgQueryable,
  retryDeadlocks,
  whyDatabaseIsAway,
} from '@campus/database';
import type { Jobs } from '@campus/jobs';
import { refuseInUse } from '../data/conflicts.ts';
import { beginDeletion, noteHeldUp, type Removed, removePiece } from '../data/deletions.ts';
import type { Database, Transaction } from '../data/open-database.ts';

interface Deps {
  db: Database;
  jobs: Jobs;
}

/** What else is done when the last of an object goes. */
type Ended = (tx: PgQueryable, row: { table: string; id: number }) => Promise<void>;

/** Deletions in the background that may be under way, with the one that begins. */
export const deletionLimits = { underWayPerCaller: 20, underWay: 100 };

/** Those in the background, which are the rows of a table. */
const deletions = operationsIn<number>({
  table: 'deletions',
  limits: deletionLimits,
  queue: { name: 'deletions', expireInSeconds: 3600, atStop: 'hand back' },
});

/**
 * Removes an object with what goes with it; false when there is none. Where that is much, nobody is shown the object any
 * more when this returns, and the rest is done in the background.
 *
 * @param before  what its transaction begins with
 * @throws InUseError; BudgetSpentError
 */
export function removeObject(
  deps: Deps,
  removed: Removed,
  before: (tx: PgQueryable) => Promise<void> = async () => {},
): Promise<boolean> {
  const { pool } = deps.db;
  return refuseInUse({ pool, id: removed.id }, () =>
    retryDeadlocks(() =>
      inPipelinedTransaction(pool, async (tx) => {
        await before(tx);
        return removeIn(tx, deps, removed);
      }),
    ),
  );
}

/** The same within a transaction. @throws BudgetSpentError; what the database refuses, since others refer to it */
export async function removeIn(
  tx: Transaction | PgQueryable,
  { jobs }: Pick<Deps, 'jobs'>,
  removed: Removed,
): Promise<boolean> {
  const begun = await beginDeletion(tx, removed);
  if (begun === null) return false;
  if (begun > 0) {
    await deletions.requireRoom(tx, removed.by.username, begun);
    await deletions.send(tx, jobs, begun);
  }
  return true;
}

/**
 * Does what is left of deletions, until the queue stops. What keeps one from its end, such as a row that has come to refer
 * to it while it was hidden, is told with it, and it is tried again.
 */
export function workOnDeletions(deps: Deps, ended: Ended): Promise<void> {
  return deletions.work(deps, { atATime: 1, whileMs: 2_000 }, async (id, { signal, isOver }) => {
    try {
      while (!isOver()) {
        signal.throwIfAborted();
        if (!(await removeNext(deps, id, ended))) return false;
      }
      return true;
    } catch (error) {
      if (!signal.aborted && whyDatabaseIsAway(error) === undefined)
        await noteHeldUp(deps.db, id, errorMessage(error));
      throw error;
    }
  });
}

/** @returns whether anything is left */
function removeNext({ db }: Deps, id: number, ended: Ended): Promise<boolean> {
  return retryDeadlocks(() =>
    inPipelinedTransaction(db.pool, async (tx) => {
      const removed = await removePiece(tx, id);
      if (removed?.isGone) await ended(tx, removed);
      return removed?.isGone === false;
    }),
  );
}

/** Forgets those whose end is long ago. */
export function forgetDeletions({ db, now }: Pick<Deps, 'db'> & { now: () => Date }): Promise<void> {
  return deletions.forgetOld(db.pool, now());
}
