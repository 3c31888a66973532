import { countAmendments, deleteSignable, eraseSignable } from '../data/erasure.ts';
import { addToHistory } from '../data/history.ts';
import { cancelPending } from './cancel-pending.ts';
import { type ChangeDeps, changeRecord, type RecordChange } from './change-record.ts';
import { SigningError } from './errors.ts';

/**
 * Removes a record. A draft that was never sent goes whole, unless the stub of an amendment refers to it; of
 * anything else a stub stays: when what happened and who did it, without documents and personal data.
 *
 * @param reason  required once it was sent; kept in the stub's history
 * @throws SigningError  `signable_not_found`, `changed_meanwhile`, `reason_required`, `amendments_left`
 */
export function erase(
  deps: ChangeDeps,
  { reason, ...request }: RecordChange & { reason?: string | undefined },
): Promise<void> {
  return changeRecord(deps, request, async (change, signable) => {
    const { id, round } = signable;
    const { left, erased } = await countAmendments(change.tx, id);
    if (left > 0) {
      const message = `agreement ${request.ref.number} has ${left} amendment${left === 1 ? '' : 's'}; delete or erase them first`;
      throw new SigningError('amendments_left', message);
    }
    if (round === 0 && erased === 0) return deleteSignable(change.tx, signable);
    if (round > 0 && reason === undefined) {
      const message = 'is required to erase what was sent for signature';
      throw new SigningError('reason_required', `a reason ${message}`, {
        problems: [{ pointer: '/reason', message }],
      });
    }
    await cancelPending(change, id);
    await eraseSignable(change.tx, signable);
    addToHistory(change, { signableId: id, event: 'erased', detail: { reason } });
  });
}
