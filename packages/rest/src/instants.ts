/**
 * Dates and times between the wire (ISO 8601, in the instance's time zone) and UTC.
 */
import { instantAt, localMs, offsetMinutes } from '@campus/pages';

/**
 * ISO 8601 in the instance's time zone: `2026-11-21T14:05:09.120000+01:00`; `Z` in UTC, no fraction where
 * there is none (as Django REST Framework writes it).
 */
export function showInstant(instant: Date, timeZone: string): string {
  const at = instant.getTime();
  const offset = offsetMinutes(at, timeZone);
  const local = new Date(at + offset * 60_000).toISOString();
  const milliseconds = local.slice(-4, -1);
  const fraction = milliseconds === '000' ? '' : `.${milliseconds}000`;
  const dateTime = local.slice(0, -5);
  if (offset === 0) return `${dateTime}${fraction}Z`;
  const distance = Math.abs(offset);
  const [hours, minutes] = [Math.floor(distance / 60), distance % 60].map((part) =>
    String(part).padStart(2, '0'),
  );
  return `${dateTime}${fraction}${offset < 0 ? '-' : '+'}${hours}:${minutes}`;
}

const datePattern = /^(\d{4})-(\d{1,2})-(\d{1,2})$/;
const dateTimePattern =
  /^(\d{4})-(\d{1,2})-(\d{1,2})[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,6})\d{0,6})?)?\s*(Z|[+-]\d{2}(?::?\d{2})?)?$/i;

/** A calendar day as `YYYY-MM-DD`, or null when the text is none. */
export function parseDay(text: string): string | null {
  const [, year, month, day] = datePattern.exec(text.trim()) ?? [];
  if (year === undefined || month === undefined || day === undefined) return null;
  return isDay(Number(year), Number(month), Number(day))
    ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
    : null;
}

/** The instant that a text names; without an offset it is meant in the instance's time zone. Null when it is none. */
export function parseInstant(text: string, timeZone: string): Date | null {
  const parts = dateTimePattern.exec(text.trim());
  if (parts === null) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.slice(1, 7).map(Number);
  if (!isDay(year, month, day) || hour > 23 || minute > 59 || second > 59) return null;
  const milliseconds = Number((parts[7] ?? '').padEnd(3, '0').slice(0, 3));
  const local = localMs([year, month, day], [hour, minute, Number.isNaN(second) ? 0 : second]) + milliseconds;
  const zone = parts[8];
  const offset = zone === undefined ? null : parseOffset(zone);
  if (zone !== undefined && offset === null) return null;
  const instant = offset === null ? instantAt(local, timeZone) : new Date(local - offset * 60_000);
  return instant >= earliest && instant <= latestInstant ? instant : null;
}

// In no time zone is one of these in a year that has more or fewer than four digits.
const earliest = new Date('0001-01-02T00:00:00Z');
/** The last that is read, and kept. */
export const latestInstant = new Date('9999-12-30T23:59:59.999Z');

function parseOffset(zone: string): number | null {
  if (zone.toUpperCase() === 'Z') return 0;
  const [hours, minutes] = [Number(zone.slice(1, 3)), Number(zone.slice(3).replace(':', '') || 0)];
  if (hours > 23 || minutes > 59) return null;
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}

function isDay(year: number, month: number, day: number): boolean {
  if (year < 1) return false;
  const date = new Date(localMs([year, month, day], [0, 0, 0]));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}
