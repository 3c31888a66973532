import { addToHistory } from '../data/history.ts';
import { updateState } from '../data/signables.ts';
import type { SetAside } from '../domain/restorable-round.ts';
import { type ChangeDeps, changeRecord, type RecordChange } from './change-record.ts';
import { setAsideRound } from './enter-signing.ts';
import { SigningError } from './errors.ts';

/**
 * Takes a record back from signing or signed, inside or outside the tool, to draft. The contract has no call that
 * would tell the signing application: its reference is part of what is set aside.
 *
 * @throws SigningError  `signable_not_found`, `changed_meanwhile`, `not_in_signing` (it is a draft already)
 */
export function returnToDraft(
  deps: ChangeDeps,
  { reason, ...request }: RecordChange & { reason?: string | undefined },
): Promise<SetAside> {
  return changeRecord(deps, request, async (change, signable) => {
    const setAside = await setAsideRound(change, signable);
    if (setAside === null) {
      const { kind, number } = request.ref;
      throw new SigningError('not_in_signing', `${kind} ${number} is a draft already`);
    }
    const { id: signableId, round } = signable;
    const state = { state: 'draft', round, roundStartedAt: null, dueOn: null, signedOutside: false } as const;
    updateState(change.tx, signableId, state);
    addToHistory(change, { signableId, event: 'returned-to-draft', detail: { reason, setAside } });
    return setAside;
  });
}
