import { dayIn } from '@campus/pages';
import { SigningError } from './errors.ts';

/** What due dates of rounds go by. */
export interface DueRules {
  /** Days that a round has when nothing else is asked for; undefined: it has no due date then. */
  roundDueDays: number | undefined;
  /** Where days begin and end. */
  timeZone: string;
}

const dayMs = 24 * 3_600_000;

/**
 * The last day on which a round is in time, `YYYY-MM-DD`; null when it has none.
 *
 * @param asked  that day; null: none; undefined: as configured
 * @param at     when that was asked
 * @throws SigningError  `due_passed`
 */
export function dueDay(
  { roundDueDays, timeZone }: DueRules,
  asked: string | null | undefined,
  at: Date,
): string | null {
  const today = dayIn(at, timeZone);
  if (asked === undefined)
    return roundDueDays === undefined
      ? null
      : new Date(Date.parse(today) + roundDueDays * dayMs).toISOString().slice(0, today.length);
  if (asked !== null && asked < today) {
    const message = `must be ${today} or later: a round is due at the end of a day that has not passed`;
    throw new SigningError('due_passed', `the due date ${message}`, {
      problems: [{ pointer: '/due', message }],
    });
  }
  return asked;
}

/** Whether a round that has not ended is past its due date. */
export function isOverdue(
  { state, dueOn }: { state: string; dueOn: string | null },
  { now, timeZone }: { now: Date; timeZone: string },
): boolean {
  return state === 'signing' && dueOn !== null && dueOn < dayIn(now, timeZone);
}
