import { cancelPendingDeliveries } from '../data/deliveries.ts';
import { addToHistory } from '../data/history.ts';
import type { Transaction } from '../data/open-database.ts';
import { clearDates, type LockedSignable } from '../data/signables.ts';
import { formatContractDate } from './contract-date.ts';

/** What counted in a round until it was ended by a new one or by the way back to draft. */
export interface SetAside {
  round: number;
  /** The signing application's identifier, so that staff can close its side; null when it gave none. */
  reference: string | null;
  dates: { mail: string; order: number; signatureDate: string; submissionDate: string | null }[];
  /** Versions of the signed document; they stay readable. */
  deposits: number[];
  /** Deliveries that were still pending. */
  cancelledDeliveries: string[];
}

/**
 * Ends the current round: its dates and deposits stay in the history and no longer count, and what was
 * still pending is cancelled. Null when no round counts (a draft).
 */
export async function setAsideRound(
  tx: Transaction,
  signable: LockedSignable,
  { at, actor }: { at: Date; actor: string },
): Promise<SetAside | null> {
  if (signable.state === 'draft') return null;
  const signableId = signable.id;
  const cancelledDeliveries = await cancelPendingDeliveries(tx, signableId);
  for (const delivery of cancelledDeliveries) {
    await addToHistory(tx, { signableId, at, event: 'delivery-cancelled', actor, detail: { delivery } });
  }
  const signatories = await tx.signatory.findMany({
    where: { signableId, signatureDate: { not: null } },
    orderBy: [{ order: 'asc' }, { position: 'asc' }],
  });
  const deposits = await tx.deposit.findMany({
    where: { signableId, round: signable.round },
    select: { version: true },
    orderBy: { version: 'asc' },
  });
  const delivery = await tx.delivery.findFirst({
    where: { signableId, round: signable.round },
    select: { reference: true },
  });
  await clearDates(tx, signableId);
  return {
    round: signable.round,
    reference: delivery?.reference ?? null,
    dates: signatories.flatMap(({ mail, order, signatureDate, submissionDate }) =>
      signatureDate === null
        ? []
        : [
            {
              mail,
              order,
              signatureDate: formatContractDate(signatureDate),
              submissionDate: submissionDate === null ? null : formatContractDate(submissionDate),
            },
          ],
    ),
    deposits: deposits.map(({ version }) => version),
    cancelledDeliveries,
  };
}
