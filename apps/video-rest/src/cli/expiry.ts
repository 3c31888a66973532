import { UsageError } from '@campus/service';

const dayMs = 24 * 60 * 60 * 1000;

/**
 * When a token expires: after a number of days (`30d`), or at the end of a day (`2027-01-31`, in UTC).
 *
 * @throws UsageError when it is neither, or no day of the calendar
 */
export function parseExpiry(given: string, now: Date): Date {
  const days = /^(\d{1,5})d$/.exec(given)?.[1];
  if (days !== undefined) return new Date(now.getTime() + Number(days) * dayMs);
  const midnight = new Date(/^\d{4}-\d\d-\d\d$/.test(given) ? `${given}T00:00:00Z` : Number.NaN);
  // 2027-02-31 is read as a day of March.
  if (Number.isNaN(midnight.getTime()) || !midnight.toISOString().startsWith(given))
    throw new UsageError(
      `--expires must be a number of days such as 30d, or a day such as 2027-01-31, got "${given}"`,
    );
  return new Date(midnight.getTime() + dayMs);
}
