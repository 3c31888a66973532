import { findDeposits } from '../data/deposits.ts';
import { addToHistory } from '../data/history.ts';
import type { Transaction } from '../data/open-database.ts';
import { type LockedSignable, updateState } from '../data/signables.ts';
import { findSignatories } from '../data/signatories.ts';
import { isFullySigned } from './signable.ts';

/** Makes a record `signed` when the last missing date or the signed document has just arrived. */
export async function completeRound(
  tx: Transaction,
  { id: signableId, state, round }: LockedSignable,
  { at, actor }: { at: Date; actor: string },
): Promise<void> {
  if (state === 'signed') return;
  const signatories = await findSignatories(tx, signableId);
  const deposits = (await findDeposits(tx, signableId)).filter((deposit) => deposit.round === round);
  if (!isFullySigned(signatories, deposits.length)) return;
  await updateState(tx, signableId, { state: 'signed' });
  await addToHistory(tx, { signableId, at, event: 'signed', actor, detail: { round } });
}
