import { dayIn, nextDay, startOfDay } from '@campus/pages';

const dayMs = 24 * 3_600_000;

/** Spans of time one after the other, the last of which is under way. */
export interface Spans {
  /** The first day of each, `YYYY-MM-DD`. */
  days: string[];
  /** Where each begins, and where the last ends. */
  bounds: Date[];
}

/** The week of an instant, which begins on Monday, and those before it. */
export function lastWeeks(now: Date, { count, timeZone }: { count: number; timeZone: string }): Spans {
  const today = new Date(`${dayIn(now, timeZone)}T00:00:00Z`);
  const monday = today.getTime() - ((today.getUTCDay() + 6) % 7) * dayMs;
  const first = monday - (count - 1) * 7 * dayMs;
  const days = Array.from({ length: count }, (_, week) => dayOf(first + week * 7 * dayMs));
  return { days, bounds: [...days, dayOf(monday + 7 * dayMs)].map((day) => startOfDay(day, timeZone)) };
}

/** The day of an instant, and those before it. */
export function lastDays(now: Date, { count, timeZone }: { count: number; timeZone: string }): Spans {
  const today = dayIn(now, timeZone);
  const last = new Date(`${today}T00:00:00Z`).getTime();
  const days = Array.from({ length: count }, (_, day) => dayOf(last - (count - 1 - day) * dayMs));
  return { days, bounds: [...days, nextDay(today)].map((day) => startOfDay(day, timeZone)) };
}

/** The hour of an instant, and those before it. */
export function lastHours(now: Date, { count }: { count: number }): Pick<Spans, 'bounds'> {
  const hourMs = 3_600_000;
  const last = Math.floor(now.getTime() / hourMs) * hourMs;
  return {
    bounds: Array.from({ length: count + 1 }, (_, hour) => new Date(last - (count - 1 - hour) * hourMs)),
  };
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 'YYYY-MM-DD'.length);
}
