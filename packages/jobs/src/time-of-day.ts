import { zoneOffsetMs } from '@campus/config';

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
