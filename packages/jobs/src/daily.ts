/**
 * Work of every day as jobs of a queue. The job of an occurrence stands there from the one before it on, under an id that
 * follows from both: it is there once, whoever adds it, and waits for a process when none runs at its instant.
 *
 * The schedules of pg-boss (12.35) do not fit: what a pass owes is lost when its process dies between taking the turn and
 * sending, and when sending fails.
 */
import { zoneOffsetMs } from '@campus/config';

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
export function takeOccurrence(options: {
  time: TimeOfDay;
  now: () => Date;
  promise: (at: Date) => Promise<void>;
  handle: (at: Date, signal: AbortSignal) => Promise<void>;
}): (occurrence: Occurrence, signal: AbortSignal) => Promise<void> {
  const { time, now, promise, handle } = options;
  return async ({ at }, signal) => {
    const instant = new Date(at);
    // The clock of the database, which says what is due, may be ahead of ours.
    const { latest, next } = occurrencesAround(new Date(Math.max(now().getTime(), instant.getTime())), time);
    await promise(next);
    if (instant < latest) await promise(latest);
    if (instant.getTime() === latest.getTime()) await handle(latest, signal);
  };
}

/** A time of day on the clocks of a place. */
export interface TimeOfDay {
  /** `07:00`: hours and minutes, 24 hours. */
  at: string;
  /** IANA name. */
  timeZone: string;
}

const dayMs = 24 * 3_600_000;

/**
 * When the clocks last showed a time of day, which may be this instant, and when they next will: every day once. A time
 * that comes twice where clocks go back counts the first time; one that they skip is as much later as they are put on.
 */
export function occurrencesAround(instant: Date, { at, timeZone }: TimeOfDay): { latest: Date; next: Date } {
  const [hours = 0, minutes = 0] = at.split(':').map(Number);
  const local = instant.getTime() + zoneOffsetMs(instant.getTime(), timeZone);
  const ofDay = Math.floor(local / dayMs) * dayMs + (hours * 60 + minutes) * 60_000;
  const near = [-2, -1, 0, 1, 2].map((days) => instantOf(ofDay + days * dayMs, timeZone));
  return {
    latest: new Date(Math.max(...near.filter((time) => time <= instant.getTime()))),
    next: new Date(Math.min(...near.filter((time) => time > instant.getTime()))),
  };
}

/** @param local  in milliseconds, as if the clocks showed UTC */
function instantOf(local: number, timeZone: string): number {
  const before = zoneOffsetMs(local - dayMs, timeZone);
  const after = zoneOffsetMs(local + dayMs, timeZone);
  const isAfter =
    zoneOffsetMs(local - before, timeZone) !== before && zoneOffsetMs(local - after, timeZone) === after;
  return local - (isAfter ? after : before);
}
