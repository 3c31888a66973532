/**
 * Between instants and what the clocks and calendars of a time zone (IANA name) show. Local times are in milliseconds,
 * as if the clocks showed UTC; offsets are whole minutes, which is all that ISO 8601 can write.
 */

type Triple = readonly [number, number, number];

const clocks = new Map<string, Intl.DateTimeFormat>();
const calendars = new Map<string, Intl.DateTimeFormat>();

const quarterMs = 15 * 60_000;
const maxKnown = 10_000;
const knownOffsets = new Map<string, number>();

/**
 * Minutes that the zone is ahead of UTC at an instant. Since 1970 clocks change at full quarters of an hour only,
 * so that one answer serves a whole quarter: measured 0.9 µs instead of 6.
 */
export function offsetMinutes(at: number, timeZone: string): number {
  if (at < 0) return findOffset(at, timeZone);
  const key = `${timeZone} ${Math.floor(at / quarterMs)}`;
  const known = knownOffsets.get(key);
  if (known !== undefined) return known;
  const offset = findOffset(at, timeZone);
  if (knownOffsets.size >= maxKnown) knownOffsets.clear();
  knownOffsets.set(key, offset);
  return offset;
}

function findOffset(at: number, timeZone: string): number {
  let clock = clocks.get(timeZone);
  if (clock === undefined) {
    clock = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
      era: 'short',
    });
    clocks.set(timeZone, clock);
  }
  const parts = Object.fromEntries(clock.formatToParts(at).map(({ type, value }) => [type, value]));
  const year = parts.era === 'BC' ? 1 - Number(parts.year) : Number(parts.year);
  const local = localMs(
    [year, Number(parts.month), Number(parts.day)],
    [Number(parts.hour), Number(parts.minute), Number(parts.second)],
  );
  return Math.round((local - Math.floor(at / 1000) * 1000) / 60_000);
}

/** A local time; `Date.UTC` without its own idea of the years 0 to 99. */
export function localMs([year, month, day]: Triple, [hour, minute, second]: Triple): number {
  return new Date(0).setUTCFullYear(year, month - 1, day) + ((hour * 60 + minute) * 60 + second) * 1000;
}

/** The instant at which the clocks show a local time: one of the two when they do twice, one near it when they never do. */
export function instantAt(local: number, timeZone: string): Date {
  const guess = local - offsetMinutes(local, timeZone) * 60_000;
  // Across a change of the clocks the first guess may be an hour off.
  return new Date(local - offsetMinutes(guess, timeZone) * 60_000);
}

/** The first instant of a day, `YYYY-MM-DD`. */
export function startOfDay(day: string, timeZone: string): Date {
  return instantAt(new Date(`${day}T00:00:00Z`).getTime(), timeZone);
}

/** The day after, `YYYY-MM-DD`; after the last of the year 9999 it is `+010000-01-01`. */
export function nextDay(day: string): string {
  const next = new Date(new Date(`${day}T00:00:00Z`).getTime() + 24 * 3_600_000);
  return next.toISOString().split('T', 1)[0] ?? '';
}

/**
 * The day of an instant, as W3CDTF and ISO 8601 write it: `2026-11-21`.
 *
 * Swedish dates have that form. One call of `format` takes a tenth of the time that the parts of a date take, and
 * an export has as many dates as records.
 */
export function dayIn(instant: Date, timeZone: string): string {
  let calendar = calendars.get(timeZone);
  if (calendar === undefined) {
    calendar = new Intl.DateTimeFormat('sv-SE', { timeZone });
    calendars.set(timeZone, calendar);
  }
  // Years before 1000 come without their zeros.
  return calendar.format(instant).padStart('YYYY-MM-DD'.length, '0');
}

const typed = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::00)?$/;

/** An instant as `<input type="datetime-local">` holds it, to the minute: `2026-11-21T14:05`. */
export function localDateTime(instant: Date, timeZone: string): string {
  const at = instant.getTime();
  return new Date(at + offsetMinutes(at, timeZone) * 60_000).toISOString().slice(0, 16);
}

/** The instant of `2026-11-21T14:05`, one of two where it comes twice; null for what no clock there shows. */
export function instantOfLocal(text: string, timeZone: string): Date | null {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = typed.exec(text)?.slice(1).map(Number) ?? [];
  // Offsets of earlier times hold seconds.
  if (year < 1950) return null;
  const instant = instantAt(localMs([year, month, day], [hour, minute, 0]), timeZone);
  return localDateTime(instant, timeZone) === text.slice(0, 16) ? instant : null;
}
