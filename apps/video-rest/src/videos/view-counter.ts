import { createHmac, randomBytes } from 'node:crypto';
import { settleInstanceKey } from '@campus/database';
import { dayIn } from '@campus/pages';
import type { Database } from '../data/open-database.ts';
import { countViews, forgetViewers, keyNameOf } from '../data/view-counts.ts';

/** Counts how often videos are shown. */
export interface ViewCounter {
  /** Notes a video that is shown to somebody. Neither waits nor fails: a page goes out meanwhile. */
  note(view: View): void;
  /** Writes down what is noted, and ends. */
  close(): Promise<void>;
}

interface View {
  videoId: number;
  /** Whatever tells this viewer from others; kept in no other form than a hash. */
  viewer: string;
  /** Whose budget it takes: an account, or an address with all who are behind it. */
  caller: string;
}

export const viewLimits = {
  /** A viewer counts once in this time, and a budget is one of this time. */
  onceInMs: 30 * 60_000,
  /** Of a caller: a room of students behind one address, but no more than they would look at. */
  ofCaller: 2_000,
  /** That are remembered at one time; others are not counted before it ends. */
  callers: 20_000,
  /** Views that wait to be written, while the database is slow. */
  waiting: 1_000,
};

const forgetEveryMs = 60_000;

/**
 * Opens the counting of views.
 *
 * Who was counted is remembered in the database, since any process may show the next page: as a hash of the viewer with
 * a key that is another one each day, for half an hour. One statement is under way at a time, for all views that have
 * come meanwhile, so that however many watch one video, its row has one writer for each process.
 *
 * @param onError  told when views are lost
 */
export function openViewCounter(deps: {
  db: Pick<Database, 'pool'>;
  now: () => Date;
  timeZone: string;
  onError: (error: unknown) => void;
}): ViewCounter {
  const { db, now, timeZone, onError } = deps;
  const budget = createBudget(now);
  const keyOf = createKeys(db);
  let waiting: View[] = [];
  let writing: Promise<void> | undefined;

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      const views = waiting;
      waiting = [];
      await write(views).catch(onError);
    }
    writing = undefined;
  }

  async function write(views: readonly View[]): Promise<void> {
    const at = now();
    const day = dayIn(at, timeZone);
    const key = await keyOf(day);
    const seen = views.map(({ videoId, viewer }) => ({
      videoId,
      viewer: createHmac('sha256', key).update(viewer).digest().subarray(0, 16),
    }));
    await forgetViewers(db, at);
    await countViews(db, seen, { day, endsAt: new Date(at.getTime() + viewLimits.onceInMs) });
  }

  const forgetting = setInterval(() => forgetViewers(db, now()).catch(onError), forgetEveryMs).unref();

  return {
    note(view) {
      if (waiting.length >= viewLimits.waiting || !budget.takes(view.caller)) return;
      waiting.push(view);
      writing ??= writeAll();
    },
    async close() {
      clearInterval(forgetting);
      await writing;
    },
  };
}

/** How much each caller has noted in the half hour that is now. */
function createBudget(now: () => Date) {
  let period = 0;
  let taken = new Map<string, number>();
  return {
    takes(caller: string): boolean {
      const current = Math.floor(now().getTime() / viewLimits.onceInMs);
      if (current !== period) [period, taken] = [current, new Map()];
      const before = taken.get(caller) ?? 0;
      if (before >= viewLimits.ofCaller || (before === 0 && taken.size >= viewLimits.callers)) return false;
      taken.set(caller, before + 1);
      return true;
    },
  };
}

/** The key of a day, the same for all processes. */
function createKeys(db: Pick<Database, 'pool'>): (day: string) => Promise<Buffer> {
  let known: { day: string; key: Buffer } | undefined;
  return async (day) => {
    if (known?.day !== day) {
      const name = await keyNameOf(db, day);
      known = { day, key: await settleInstanceKey(db, { name, proposal: randomBytes(32) }) };
    }
    return known.key;
  };
}
