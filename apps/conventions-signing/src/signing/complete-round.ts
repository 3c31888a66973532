import { addToHistory } from '../data/history.ts';
import type { Transaction } from '../data/open-database.ts';
import { type LockedSignable, signWhenComplete } from '../data/signables.ts';

/**
 * Makes a record `signed` when the last missing date or the signed document has just arrived: every signatory
 * of the round has a date and a signed PDF is there, in whichever order they came.
 */
export async function completeRound(
  tx: Transaction,
  { id: signableId, state, round }: LockedSignable,
  { at, actor }: { at: Date; actor: string },
): Promise<void> {
  if (state === 'signed' || !(await signWhenComplete(tx, signableId))) return;
  await addToHistory(tx, { signableId, at, event: 'signed', actor, detail: { round } });
}
