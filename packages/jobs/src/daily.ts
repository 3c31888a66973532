/**
 * Work of every day as jobs of a queue. The job of an occurrence stands there from the one before it on, under an id that
 * follows from both: it is there once, whoever adds it, and waits for a process when none runs at its instant.
 *
 * The schedules of pg-boss (12.35) do not fit: what a pass owes is lost when its process dies between taking the turn and
 * sending, and when sending fails.
 */
import { occurrencesAround, type TimeOfDay } from './time-of-day.ts';

/** What a job of every day carries. */
export interface Occurrence {
  /** The instant that it is for, in ISO 8601. */
  at: string;
}

/**
 * The handler of such a queue: promises the next occurrence, and runs `handle` when the job is for the last one.
 *
 * The job of an earlier one gives way to that of the last: no process ran for days, or it failed until the next came. One
 * of another time of day is left over from another configuration.
 *
 * @param promise  adds the job of an occurrence, when it is not there
 */
export function takeOccurrence({
  time,
  now,
  promise,
  handle,
}: {
  time: TimeOfDay;
  now: () => Date;
  promise: (at: Date) => Promise<void>;
  handle: (at: Date, signal: AbortSignal) => Promise<void>;
}): (occurrence: Occurrence, signal: AbortSignal) => Promise<void> {
  return async ({ at }, signal) => {
    const instant = new Date(at);
    // The clock of the database, which says what is due, may be ahead of ours.
    const { latest, next } = occurrencesAround(new Date(Math.max(now().getTime(), instant.getTime())), time);
    await promise(next);
    if (instant < latest) await promise(latest);
    if (instant.getTime() === latest.getTime()) await handle(latest, signal);
  };
}
