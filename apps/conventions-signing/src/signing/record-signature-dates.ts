import type { Change } from '../data/history.ts';
import { inTransaction } from '../data/open-database.ts';
import { type LockedSignable, signWhenComplete } from '../data/signables.ts';
import type { DatedSignatory } from '../data/signatories.ts';
import { findSignatoriesToDate, recordDates } from '../data/signature-dates.ts';
import { formatDates } from '../domain/contract-date.ts';
import type { InputProblem } from '../domain/input-problem.ts';
import { type ChangeDeps, lockOrRefuse, type RecordChange } from './change-record.ts';
import { refuseUnlessOpen } from './conditions.ts';
import { SigningError } from './errors.ts';
import { isNamed, unknownSignatory } from './named-signatory.ts';
import { maxDateChangesPerRound, refuseDateChanges } from './round-limits.ts';

/** One entry of the contract's dates array (§2, "Signature date entry"), as instants. */
export interface DateEntry {
  mail: string;
  order: number;
  signatureDate: Date;
  /** Left as it is when absent. */
  submissionDate?: Date | undefined;
}

/**
 * Records signature dates reported by the signing application: all entries or none.
 *
 * Repeating an entry changes nothing; a different date replaces the old one, which stays in the history.
 * When the last missing date arrives and a signed PDF is deposited, the record becomes `signed`. Dates
 * before the round or in the future are taken and marked in the history: clocks differ, and paper is
 * signed before it is scanned.
 *
 * @param entries  at least one; `order` from 1
 * @throws SigningError  `signable_not_found`, `changed_meanwhile`, `not_in_signing`, `signed_outside`,
 *   `round_refused`, `unknown_signatory`, `duplicate_date_entry` (each entry at fault with its place), `too_many_date_changes`
 * @see contract conventions-signing §2 "Signature date entry", §3
 */
export function recordSignatureDates(
  { db, now }: ChangeDeps,
  { ref, actor, expected, scope, entries }: RecordChange & { entries: DateEntry[] },
): Promise<void> {
  return inTransaction(db, async (tx) => {
    // Sent together; the second is answered when the lock is there.
    const [signable, { signatories, replacedDates }] = await Promise.all([
      lockOrRefuse(tx, ref, { expected, scope }),
      findSignatoriesToDate(tx, ref, { most: maxDateChangesPerRound }),
    ]);
    refuseUnlessOpen(signable, ref);
    const changes = dateChanges(entries, { signatories, pointer: '' });
    const replaced = changes.filter(({ target }) => target.signatureDate !== null).length;
    refuseDateChanges(signable, { count: replaced, before: replacedDates });
    const change = { tx, at: now(), actor };
    writeDates(change, signable, changes);
    const missing = signatories.filter(({ signatureDate }) => signatureDate === null).length;
    if (missing === changes.length - replaced) signWhenComplete(change, signable);
  });
}

/** What an entry changes of a signatory. */
interface DateChange {
  target: DatedSignatory;
  dates: { signatureDate: Date; submissionDate: Date | null };
}

/**
 * Of the entries, those that say something new.
 *
 * @param pointer  where the entries stand in the input, for errors
 * @throws SigningError  `unknown_signatory`, `duplicate_date_entry`
 */
export function dateChanges(
  entries: DateEntry[],
  { signatories, pointer }: { signatories: DatedSignatory[]; pointer: string },
): DateChange[] {
  return matchEntries(entries, signatories, pointer)
    .map(([{ signatureDate, submissionDate }, target]) => ({
      target,
      dates: { signatureDate, submissionDate: submissionDate ?? target.submissionDate },
    }))
    .filter(
      ({ target, dates }) =>
        !sameInstant(dates.signatureDate, target.signatureDate) ||
        !sameInstant(dates.submissionDate, target.submissionDate),
    );
}

/** Records dates in the round that counts, and what changed in the history. */
export function writeDates(
  change: Change,
  { id: signableId, round, roundStartedAt }: Pick<LockedSignable, 'id' | 'round' | 'roundStartedAt'>,
  changes: DateChange[],
): void {
  const dated = changes.map(({ target, dates }) => {
    const { position, order, mail } = target;
    const note = remark(dates.signatureDate, { startedAt: roundStartedAt ?? change.at, at: change.at });
    const detail = {
      round,
      order,
      mail,
      ...formatDates(dates),
      ...(target.signatureDate === null ? {} : { replaced: formatDates(target) }),
      ...(note === null ? {} : { note }),
    };
    return { position, ...dates, detail };
  });
  if (dated.length > 0) recordDates(change, signableId, dated);
}

/** Pairs each entry with the one signatory that `order` and `mail` both name. */
function matchEntries(
  entries: DateEntry[],
  signatories: DatedSignatory[],
  pointer: string,
): [DateEntry, DatedSignatory][] {
  const unknown: InputProblem[] = [];
  const repeated: InputProblem[] = [];
  const pairs: [DateEntry, DatedSignatory][] = [];
  for (const [index, entry] of entries.entries()) {
    const place = `${pointer}/${index}`;
    const target = signatories.find((signatory) => isNamed(signatory, entry));
    const earlier = pairs.find(([, taken]) => taken === target)?.[0];
    if (target === undefined) {
      unknown.push(unknownSignatory(place, entry, signatories));
    } else if (earlier !== undefined) {
      const first = entries.indexOf(earlier);
      const message = `names the same signatory as entry ${first}; send one entry per signatory`;
      repeated.push({ pointer: place, message });
    } else {
      pairs.push([entry, target]);
    }
  }
  if (unknown.length > 0) {
    const message = 'an entry names no signatory of this document; nothing was recorded';
    throw new SigningError('unknown_signatory', message, { problems: [...unknown, ...repeated] });
  }
  if (repeated.length > 0) {
    const message = 'a signatory stands in the array twice; nothing was recorded';
    throw new SigningError('duplicate_date_entry', message, { problems: repeated });
  }
  return pairs;
}

function sameInstant(a: Date | null, b: Date | null): boolean {
  return a?.getTime() === b?.getTime();
}

function remark(signatureDate: Date, { startedAt, at }: { startedAt: Date; at: Date }): string | null {
  if (signatureDate < startedAt) return 'the signature date lies before the round began';
  if (signatureDate > at) return 'the signature date lies in the future';
  return null;
}
