import type { Change } from '../data/history.ts';
import { type LockedSignable, signWhenComplete } from '../data/signables.ts';

/**
 * Makes a record `signed` when the last missing date or the signed document has just arrived: every signatory
 * of the round has a date and a signed PDF is there, in whichever order they came.
 */
export function completeRound(change: Change, { id, state }: LockedSignable): void {
  if (state !== 'signed') signWhenComplete(change, id);
}
