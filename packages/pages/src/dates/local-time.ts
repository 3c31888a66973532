/** Between instants and what `<input type="datetime-local">` holds, in the time zone of the instance. */

const form = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::00)?$/;

/** An instant as people of a place would type it, to the minute: `2026-11-21T14:05`. */
export function localDateTime(instant: Date, timeZone: string): string {
  return new Date(localMs(instant, timeZone)).toISOString().slice(0, 16);
}

/**
 * The instant that people of a place mean by `2026-11-21T14:05`; of an hour that comes twice, one of the two. Null
 * when it is of another form, or no clock there has ever shown it.
 */
export function instantOfLocal(text: string, timeZone: string): Date | null {
  const [, year, month, day, hour, minute] = form.exec(text) ?? [];
  // Offsets of earlier times hold seconds.
  if (year === undefined || Number(year) < 1950) return null;
  const local = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute));
  const guess = local - aheadMs(new Date(local), timeZone);
  // Across a change of the clocks the first guess may be an hour off.
  const instant = new Date(local - aheadMs(new Date(guess), timeZone));
  return localDateTime(instant, timeZone) === text.slice(0, 16) ? instant : null;
}

function aheadMs(instant: Date, timeZone: string): number {
  return localMs(instant, timeZone) - Math.floor(instant.getTime() / 1000) * 1000;
}

/** What the clocks of a place show, as if it were UTC; without the fraction of a second. */
function localMs(instant: Date, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const parts = Object.fromEntries(
    format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}
