import { nextDay, startOfDay } from '@campus/pages';
import { parseDay } from '@campus/rest';

/** The last millisecond of a day (`2027-01-31`) in a time zone; null when the text is no day of the calendar. */
export function endOfDay(text: string, timeZone: string): Date | null {
  const day = parseDay(text);
  if (day === null || day >= '9999') return null;
  return new Date(startOfDay(nextDay(day), timeZone).getTime() - 1);
}
