import { addToHistory } from '../data/history.ts';
import type { Transaction } from '../data/open-database.ts';
import type { LockedSignable } from '../data/signables.ts';
import { isFullySigned } from './signable.ts';

/** Makes a record `signed` when the last missing date or the signed document has just arrived. */
export async function completeRound(
  tx: Transaction,
  signable: LockedSignable,
  { at, actor }: { at: Date; actor: string },
): Promise<void> {
  if (signable.state === 'signed') return;
  const signatories = await tx.signatory.findMany({
    where: { signableId: signable.id },
    select: { signatureDate: true },
  });
  const deposits = await tx.deposit.count({ where: { signableId: signable.id, round: signable.round } });
  if (!isFullySigned(signatories, deposits)) return;
  await tx.signable.update({ where: { id: signable.id }, data: { state: 'signed' } });
  await addToHistory(tx, {
    signableId: signable.id,
    at,
    event: 'signed',
    actor,
    detail: { round: signable.round },
  });
}
