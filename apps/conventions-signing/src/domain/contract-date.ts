import type { Refusal, SignatoryDates } from './signable.ts';

/**
 * The one date form of the contract (§2, "Signature date entry"): `yyyy-MM-ddTHH:mm:ss.SSS` and a numeric
 * offset without colon, such as `2026-11-21T14:05:09.120+0100`. Nothing else is read: a connector that
 * sends another form learns it at its first call.
 */
const form = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})\.(\d{3})([+-])(\d{2})(\d{2})$/;

/** For error messages and documentation. */
export const contractDateExample = '2026-11-21T14:05:09.120+0000';

/**
 * The instant that a contract date names, or null when it is not of that form, the day or time does not
 * exist, or no place on earth has the offset (-1200 to +1400, in quarters of an hour).
 */
export function parseContractDate(text: string): Date | null {
  const match = form.exec(text);
  if (match === null) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, milli = 0] = match
    .slice(1, 8)
    .map(Number);
  const offsetMinutes = (match[8] === '-' ? -1 : 1) * (Number(match[9]) * 60 + Number(match[10]));
  if (Number(match[10]) > 45 || offsetMinutes % 15 !== 0) return null;
  if (offsetMinutes < -12 * 60 || offsetMinutes > 14 * 60) return null;
  if (year === 0 || hour > 23 || minute > 59 || second > 59) return null;

  const local = new Date(0);
  local.setUTCFullYear(year, month - 1, day);
  local.setUTCHours(hour, minute, second, milli);
  // A day that does not exist rolls over into the next month.
  if (local.getUTCMonth() !== month - 1 || local.getUTCDate() !== day) return null;
  const instant = new Date(local.getTime() - offsetMinutes * 60_000);
  // At either end of the calendar the offset leads out of the years that the form can write.
  return instant.getUTCFullYear() < 1 || instant.getUTCFullYear() > 9999 ? null : instant;
}

/** An instant in the contract's form, always in UTC: `2026-11-21T14:05:09.120+0000`. */
export function formatContractDate(instant: Date): string {
  return instant.toISOString().replace('Z', '+0000');
}

/** The two dates of an entry in the contract's form; null where there is none. */
export function formatDates({ signatureDate, submissionDate }: SignatoryDates): {
  signatureDate: string | null;
  submissionDate: string | null;
} {
  return {
    signatureDate: signatureDate && formatContractDate(signatureDate),
    submissionDate: submissionDate && formatContractDate(submissionDate),
  };
}

/** A refusal as the signing application tells it. */
export function formatRefusal(refusal: Pick<Refusal, 'mail' | 'order' | 'refusedAt' | 'reason'>): {
  mail: string;
  order: number;
  date: string;
  reason: string;
} {
  const { mail, order, refusedAt, reason } = refusal;
  return { mail, order, date: formatContractDate(refusedAt), reason };
}
