import { findReference } from '../data/deliveries.ts';
import { findDeposits } from '../data/deposits.ts';
import type { Change } from '../data/history.ts';
import { findRefusal } from '../data/refusals.ts';
import type { LockedSignable } from '../data/signables.ts';
import { clearDates, findSignatories } from '../data/signatories.ts';
import { formatDates, formatRefusal } from '../domain/contract-date.ts';
import type { SetAside } from '../domain/restorable-round.ts';
import { cancelPending } from './cancel-pending.ts';

/**
 * Ends the current round: its dates and deposits stay in the history and no longer count, and what was
 * still pending is cancelled. Null when no round counts (a draft).
 */
export async function setAsideRound(change: Change, signable: LockedSignable): Promise<SetAside | null> {
  const { id: signableId, state, round } = signable;
  if (state === 'draft') return null;
  const { tx } = change;
  const cancelledDeliveries = await cancelPending(change, signableId);
  const [signatories, deposits, reference, refusal] = await Promise.all([
    findSignatories(tx, signable),
    findDeposits(tx, signableId),
    findReference(tx, signableId, round),
    state === 'refused' ? findRefusal(tx, signable) : null,
  ]);
  clearDates(tx, signableId);
  return {
    round,
    reference,
    dates: signatories.flatMap(({ mail, order, ...dates }) => {
      const { signatureDate, submissionDate } = formatDates(dates);
      return signatureDate === null ? [] : [{ mail, order, signatureDate, submissionDate }];
    }),
    deposits: deposits.filter((deposit) => deposit.round === round).map(({ version }) => version),
    ...(refusal === null ? {} : { refusal: formatRefusal(refusal) }),
    cancelledDeliveries,
  };
}
