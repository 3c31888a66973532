import { setTimeout as sleep } from 'node:timers/promises';

/** Minutes of a day. */
export const minutesOfDay = 24 * 60;

interface Plan {
  minute: number;
  what: string;
  run(): Promise<unknown>;
}

/** So much happens at once; a machine that is slower than that gets a longer day. */
const mostUnderWay = 24;

/** What is to happen when, in minutes since the first midnight, and a clock that goes faster than ours. */
export interface Agenda {
  /** The minute that it is; between two days the last of the one before. */
  now(): number;
  /** What lies in the past happens at once. */
  plan(minute: number, what: string, run: Plan['run']): void;
  /** Lets one day pass, until all that was planned for it is done; the clock stands while too much is under way. @returns what threw, and why */
  playDay(day: number): Promise<string[]>;
}

/** @param options.daySeconds  how long a day takes at least */
export function createAgenda({ daySeconds }: { daySeconds: number }): Agenda {
  const plans: Plan[] = [];
  const minuteMs = (daySeconds * 1000) / minutesOfDay;
  let midnight = { minute: 0, at: performance.now() };
  let endsAt = 0;
  const now = () => Math.min(endsAt, midnight.minute + (performance.now() - midnight.at) / minuteMs);
  const takeNext = () => {
    let found = -1;
    for (const [index, { minute }] of plans.entries())
      if (minute < endsAt && minute < (plans[found]?.minute ?? Number.POSITIVE_INFINITY)) found = index;
    return found < 0 ? undefined : plans.splice(found, 1)[0];
  };
  return {
    now,
    plan: (minute, what, run) => void plans.push({ minute, what, run }),
    async playDay(day) {
      midnight = { minute: day * minutesOfDay, at: performance.now() };
      endsAt = midnight.minute + minutesOfDay;
      const thrown: string[] = [];
      const underWay = new Set<Promise<unknown>>();
      for (;;) {
        if (underWay.size >= mostUnderWay) {
          const since = performance.now();
          await Promise.race(underWay);
          midnight.at += performance.now() - since;
          continue;
        }
        const next = takeNext();
        if (next === undefined) {
          if (underWay.size === 0) return thrown;
          await Promise.race(underWay);
          continue;
        }
        if (next.minute > now()) {
          // What is under way may plan something that is due before it.
          plans.push(next);
          await sleep(Math.max(0, Math.min((next.minute - now()) * minuteMs, 20)));
          continue;
        }
        const running = next
          .run()
          .catch((error: unknown) => thrown.push(`${next.what}: ${String(error)}`))
          .finally(() => underWay.delete(running));
        underWay.add(running);
      }
    },
  };
}
