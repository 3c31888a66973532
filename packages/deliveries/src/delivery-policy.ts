/**
 * When a failed call is tried again, as pure functions of what is known.
 *
 * Seconds at first, for a receiver that restarts; then growing to four hours, for three days:
 * about 25 attempts. Each wait is moved by up to a fifth either way, so that many deliveries that failed
 * together do not come back together.
 */
const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** The wait after the first, second, … failed attempt; the last one repeats. */
export const waitsMs: readonly number[] = [
  5 * second,
  30 * second,
  2 * minute,
  10 * minute,
  30 * minute,
  hour,
  2 * hour,
  4 * hour,
];

const jitter = 0.2;

/** No attempt begins later than this after the delivery was made. */
export const giveUpAfterMs = 72 * hour;

/** When a delivery that begins, or begins anew, at `from` is given up. */
export function giveUpAt(from: Date): Date {
  return new Date(from.getTime() + giveUpAfterMs);
}

/** A longer `Retry-After` counts as this. */
export const longestRetryAfterMs = 24 * hour;

/**
 * The instant of the next attempt, or null to give up.
 *
 * @param attempt       number of the attempt that failed, from 1
 * @param retryAfterMs  what the receiver asked for, if anything: never earlier than that
 * @param random        from 0 to below 1
 */
export function nextAttemptAt(failed: {
  attempt: number;
  failedAt: Date;
  giveUpAt: Date;
  retryAfterMs?: number | undefined;
  random: number;
}): Date | null {
  const { attempt, failedAt, giveUpAt, retryAfterMs = 0, random } = failed;
  const base = waitsMs[Math.min(attempt, waitsMs.length) - 1] ?? 0;
  const wait = base * (1 - jitter + 2 * jitter * random);
  const asked = Math.min(retryAfterMs, longestRetryAfterMs);
  const next = new Date(failedAt.getTime() + Math.max(wait, asked));
  return next > giveUpAt ? null : next;
}

/** `Retry-After` in milliseconds from `now`: seconds or an HTTP date (RFC 9110 §10.2.3); undefined when it is neither. */
export function parseRetryAfter(header: unknown, now: Date): number | undefined {
  if (typeof header !== 'string') return undefined;
  const text = header.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text) * second;
  // Only the forms of RFC 9110 §5.6.7, which all name a weekday first: Date.parse takes far more.
  if (!/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(text)) return undefined;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now.getTime());
}
