/**
 * Between instants and what the clocks and calendars of a time zone (IANA name) show. Local times are in milliseconds,
 * as if the clocks showed UTC; offsets are whole minutes, which is all that ISO 8601 can write.
 */
import { zoneOffsetMs } from '@campus/config';

type Triple = readonly [number, number, number];

const quarterMs = 15 * 60_000;

/**
 * Since 1970 two changes of the clocks that undo each other lie at least 6.9 days apart (Recife in 2000), so that a span
 * with the same offset at both ends has it throughout.
 */
const quartersInSpan = 6 * 24 * 4;

/** By zone and quarter of an hour. */
const knownOffsets = new Map<string, Map<number, number>>();
const maxKnown = 10_000;

/** Minutes that the zone is ahead of UTC at an instant. */
export function offsetMinutes(at: number, timeZone: string): number {
  return Math.round(offsetMs(at, timeZone) / 60_000);
}

/** Measured: 0.05 µs where the offsets around it are known, 6 µs where they have to be found. */
function offsetMs(at: number, timeZone: string): number {
  if (at < 0) return zoneOffsetMs(at, timeZone);
  const quarter = Math.floor(at / quarterMs);
  const start = quarter - (quarter % quartersInSpan);
  const offset = offsetOfQuarter(start, timeZone);
  const isSteady = offset === offsetOfQuarter(start + quartersInSpan, timeZone);
  return isSteady ? offset : offsetOfQuarter(quarter, timeZone);
}

/** Since 1970 clocks change at full quarters of an hour only. */
function offsetOfQuarter(quarter: number, timeZone: string): number {
  let known = knownOffsets.get(timeZone);
  if (known === undefined) {
    known = new Map();
    knownOffsets.set(timeZone, known);
  }
  let offset = known.get(quarter);
  if (offset === undefined) {
    offset = zoneOffsetMs(quarter * quarterMs, timeZone);
    if (known.size >= maxKnown) known.clear();
    known.set(quarter, offset);
  }
  return offset;
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
  const next = new Date(new Date(`${day}T00:00:00Z`).getTime() + dayMs);
  return next.toISOString().split('T', 1)[0] ?? '';
}

/** What days are called, by how many lie between them and the first of 1970. */
const knownDays = new Map<number, string>();
const dayMs = 24 * 3_600_000;

/**
 * The day of an instant, as W3CDTF and ISO 8601 write it: `2026-11-21`. An export has as many as records: measured 0.1 µs
 * for a day that is known, 0.9 µs where it has to be written.
 */
export function dayIn(instant: Date, timeZone: string): string {
  const at = instant.getTime();
  const day = Math.floor((at + offsetMs(at, timeZone)) / dayMs);
  const known = knownDays.get(day);
  if (known !== undefined) return known;
  const written = new Date(day * dayMs).toISOString().slice(0, 'YYYY-MM-DD'.length);
  if (knownDays.size >= maxKnown) knownDays.clear();
  knownDays.set(day, written);
  return written;
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
