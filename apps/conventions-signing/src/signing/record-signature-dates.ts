import { addToHistory } from '../data/history.ts';
import { inTransaction, type Transaction } from '../data/open-database.ts';
import type { LockedSignable } from '../data/signables.ts';
import { type DatedSignatory, findSignatories, updateDates } from '../data/signatories.ts';
import { completeRound } from './complete-round.ts';
import { formatDates } from './contract-date.ts';
import type { SigningDeps } from './dependencies.ts';
import { type InputProblem, SigningError } from './errors.ts';
import { lockOrRefuse } from './lock-or-refuse.ts';
import { refuseUnlessOpen } from './refusals.ts';
import { refuseDateChanges } from './round-limits.ts';
import { type SignableRef, sameMail } from './signable.ts';

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
 * @throws SigningError  `signable_not_found`, `not_in_signing`, `signed_outside`,
 *   `unknown_signatory`, `duplicate_date_entry` (each entry at fault with its place), `too_many_date_changes`
 * @see contract conventions-signing §2 "Signature date entry", §3
 */
export async function recordSignatureDates(
  deps: SigningDeps,
  { ref, entries, actor }: { ref: SignableRef; entries: DateEntry[]; actor: string },
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const signable = await lockOrRefuse(tx, ref);
    refuseUnlessOpen(signable, ref);
    const at = deps.now();
    const changes = await findDateChanges(tx, signable, { entries, pointer: '' });
    const count = changes.filter(({ target }) => target.signatureDate !== null).length;
    await refuseDateChanges(tx, ref, { ...signable, count });
    await writeDates(tx, signable, { changes, at, actor });
    await completeRound(tx, signable, { at, actor });
  });
}

/**
 * Records dates in the round that counts, and what changed in the history.
 *
 * @param pointer  where the entries stand in the input, for errors
 * @throws SigningError  `unknown_signatory`, `duplicate_date_entry`
 */
export async function recordDates(
  tx: Transaction,
  signable: Pick<LockedSignable, 'id' | 'round' | 'roundStartedAt'>,
  { entries, pointer, at, actor }: { entries: DateEntry[]; pointer: string; at: Date; actor: string },
): Promise<void> {
  const changes = await findDateChanges(tx, signable, { entries, pointer });
  await writeDates(tx, signable, { changes, at, actor });
}

/** What an entry changes of a signatory. */
interface DateChange {
  target: DatedSignatory;
  dates: { signatureDate: Date; submissionDate: Date | null };
}

/** Of the entries, those that say something new. */
async function findDateChanges(
  tx: Transaction,
  { id }: Pick<LockedSignable, 'id'>,
  { entries, pointer }: { entries: DateEntry[]; pointer: string },
): Promise<DateChange[]> {
  const pairs = matchEntries(entries, await findSignatories(tx, id), pointer);
  return pairs
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

async function writeDates(
  tx: Transaction,
  signable: Pick<LockedSignable, 'id' | 'round' | 'roundStartedAt'>,
  { changes, at, actor }: { changes: DateChange[]; at: Date; actor: string },
): Promise<void> {
  for (const { target, dates } of changes) {
    await updateDates(tx, signable.id, { position: target.position, ...dates });
    const note = remark(dates.signatureDate, { startedAt: signable.roundStartedAt ?? at, at });
    await addToHistory(tx, {
      signableId: signable.id,
      at,
      event: 'date-recorded',
      actor,
      detail: {
        round: signable.round,
        order: target.order,
        mail: target.mail,
        ...formatDates(dates),
        ...(target.signatureDate === null ? {} : { replaced: formatDates(target) }),
        ...(note === null ? {} : { note }),
      },
    });
  }
}

/** Pairs each entry with the one signatory that `order` and `mail` both name. */
function matchEntries(
  entries: DateEntry[],
  signatories: DatedSignatory[],
  pointer: string,
): [DateEntry, DatedSignatory][] {
  const problems: InputProblem[] = [];
  const duplicates: InputProblem[] = [];
  const pairs: [DateEntry, DatedSignatory][] = [];
  const taken = new Map<number, number>();
  for (const [index, entry] of entries.entries()) {
    const target = signatories.find(({ order, mail }) => order === entry.order && sameMail(mail, entry.mail));
    if (target === undefined) {
      problems.push(unknownSignatory(`${pointer}/${index}`, entry, signatories));
      continue;
    }
    const earlier = taken.get(target.position);
    if (earlier !== undefined) {
      duplicates.push({
        pointer: `${pointer}/${index}`,
        message: `names the same signatory as entry ${earlier}; send one entry per signatory`,
      });
      continue;
    }
    taken.set(target.position, index);
    pairs.push([entry, target]);
  }
  if (problems.length > 0) {
    throw new SigningError(
      'unknown_signatory',
      'an entry names no signatory of this document; nothing was recorded',
      {
        problems: [...problems, ...duplicates],
      },
    );
  }
  if (duplicates.length > 0) {
    throw new SigningError(
      'duplicate_date_entry',
      'a signatory stands in the array twice; nothing was recorded',
      {
        problems: duplicates,
      },
    );
  }
  return pairs;
}

function unknownSignatory(at: string, entry: DateEntry, signatories: DatedSignatory[]): InputProblem {
  const orders = signatories.filter(({ order }) => order === entry.order);
  if (orders.length > 0) {
    return {
      pointer: `${at}/mail`,
      message: `order ${entry.order} belongs to ${orders.map(({ mail }) => mail).join(' and ')}, not to ${entry.mail}; order and mail must name one signatory of the metadata`,
    };
  }
  const known = [...new Set(signatories.map(({ order }) => order))].sort((a, b) => a - b).join(', ');
  return {
    pointer: `${at}/order`,
    message: `no signatory has the order ${entry.order}; the orders are ${known}`,
  };
}

function sameInstant(a: Date | null, b: Date | null): boolean {
  return a?.getTime() === b?.getTime();
}

function remark(signatureDate: Date, { startedAt, at }: { startedAt: Date; at: Date }): string | null {
  if (signatureDate < startedAt) return 'the signature date lies before the round began';
  if (signatureDate > at) return 'the signature date lies in the future';
  return null;
}
