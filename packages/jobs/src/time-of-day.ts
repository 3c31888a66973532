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
  const clock = clockOf(timeZone);
  const [hours = 0, minutes = 0] = at.split(':').map(Number);
  const local = instant.getTime() + offsetMs(instant.getTime(), clock);
  const ofDay = Math.floor(local / dayMs) * dayMs + (hours * 60 + minutes) * 60_000;
  const near = [-2, -1, 0, 1, 2].map((days) => instantOf(ofDay + days * dayMs, clock));
  return {
    latest: new Date(Math.max(...near.filter((time) => time <= instant.getTime()))),
    next: new Date(Math.min(...near.filter((time) => time > instant.getTime()))),
  };
}

/** @param local  in milliseconds, as if the clocks showed UTC */
function instantOf(local: number, clock: Intl.DateTimeFormat): number {
  const before = offsetMs(local - dayMs, clock);
  const after = offsetMs(local + dayMs, clock);
  const isAfter = offsetMs(local - before, clock) !== before && offsetMs(local - after, clock) === after;
  return local - (isAfter ? after : before);
}

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone);
  if (known !== undefined) return known;
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  clocks.set(timeZone, clock);
  return clock;
}

/** How far the clocks are ahead of UTC. */
function offsetMs(instant: number, clock: Intl.DateTimeFormat): number {
  const parts = Object.fromEntries(
    clock.formatToParts(instant).map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day, hour, minute, second } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(instant / 1000) * 1000;
}
