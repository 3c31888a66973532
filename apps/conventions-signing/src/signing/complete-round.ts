import { addToHistory, type Change } from '../data/history.ts';
import { type LockedSignable, signWhenComplete } from '../data/signables.ts';

/**
 * Makes a record `signed` when the last missing date or the signed document has just arrived: every signatory
 * of the round has a date and a signed PDF is there, in whichever order they came.
 */
export async function completeRound(
  change: Change,
  { id: signableId, state, round }: LockedSignable,
): Promise<void> {
  if (state === 'signed' || !(await signWhenComplete(change.tx, signableId))) return;
  await addToHistory(change, { signableId, event: 'signed', detail: { round } });
}
