import { createTurns, watchTogether } from '@campus/service';
import type { Place } from './cursors.ts';

/** Requests that wait for changes, and streams of them, in each process. */
export const followLimits = {
  ofCaller: 16,
  ofAll: 500,
};

/** How long a request may wait for the next change: proxies cut what is silent for a minute. */
export const maxWaitSeconds = 50;

/** A look at the end of the order is one short statement: whoever waits learns of a change within this time. */
const lookEveryMs = 250;

/** What happened after a place. */
export interface Page<Change> {
  results: Change[];
  /** How far that goes, whoever may see it: what is new comes after it. */
  place: Place;
  /** Whether there was more already: then nobody has to wait for it. */
  hasMore: boolean;
}

/** A page that somebody asks for. */
export interface PageAsked<Scope> {
  after: Place;
  size: number;
  /** What they may see. */
  scope: Scope;
}

/** All who wait for changes in this process, who share one look at the end of the order. */
export interface Followers<Scope, Change> {
  /**
   * Lets one who follows the changes do it while there is room.
   *
   * @throws BudgetSpentError
   */
  run(caller: string, follow: () => Promise<void>): Promise<void>;
  /** Gives what is committed its place, for all who ask at the same time. */
  settle(): Promise<void>;
  /**
   * What has happened after a place, as soon as there is something; undefined when `signal` aborts before, or once
   * `isOver`. It is read once for all who have waited for the same: hundreds are woken at the same moment.
   */
  nextChanges(wanted: Wanted<Scope>): Promise<Page<Change> | undefined>;
}

interface Wanted<Scope> extends PageAsked<Scope> {
  signal: AbortSignal;
  isOver: () => boolean;
}

/** How a service keeps its order. */
interface Order<Scope, Change> {
  /** Gives what is committed its place. */
  settle(): Promise<void>;
  /** The place of the newest change that has one. */
  findEnd(): Promise<Place>;
  find(asked: PageAsked<Scope>): Promise<Page<Change>>;
}

export function createFollowers<Scope, Change>({
  settle,
  findEnd,
  find,
}: Order<Scope, Change>): Followers<Scope, Change> {
  const turns = createTurns({
    atATime: followLimits.ofAll,
    atATimePerCaller: followLimits.ofCaller,
    waiting: 0,
    waitingPerCaller: 0,
    retryAfterSeconds: 10,
  });
  const together = watchTogether(createTurns({ atATime: 1, waiting: 1 }));
  const look = async () => {
    await settle();
    return findEnd();
  };
  return {
    run: (caller, follow) => turns.run(caller, follow),
    settle,
    async nextChanges({ after, size, scope, signal, isOver }) {
      let changes: Page<Change> | undefined;
      await together.watch(
        { key: 'the end of the order', look, everyMs: lookEveryMs },
        {
          signal,
          async see({ seen, shared }) {
            if (seen.position <= after.position) return isOver();
            const same = JSON.stringify([after.position, size, scope]);
            changes = await shared(same, () => find({ after, size, scope }));
            return true;
          },
        },
      );
      return changes;
    },
  };
}
