import { countAmendments, deleteSignable, eraseSignable } from '../data/erasure.ts';
import { addToHistory } from '../data/history.ts';
import { inTransaction } from '../data/open-database.ts';
import { cancelPending } from './cancel-pending.ts';
import type { SigningDeps } from './dependencies.ts';
import { SigningError } from './errors.ts';
import { lockOrRefuse } from './lock-or-refuse.ts';
import type { SignableRef } from './signable.ts';

/**
 * Removes a record. A draft that was never sent goes whole, unless the stub of an amendment refers to it; of
 * anything else a stub stays: when what happened and who did it, without documents and personal data.
 *
 * @param reason  required once it was sent; kept in the stub's history
 * @throws SigningError  `signable_not_found`, `reason_required`, `amendments_left`
 */
export function erase(
  { db, now }: SigningDeps,
  { ref, actor, reason }: { ref: SignableRef; actor: string; reason?: string | undefined },
): Promise<void> {
  return inTransaction(db, async (tx) => {
    const { id, round } = await lockOrRefuse(tx, ref);
    const { left, erased } = await countAmendments(tx, id);
    if (left > 0) {
      const message = `agreement ${ref.number} has ${left} amendment${left === 1 ? '' : 's'}; delete or erase them first`;
      throw new SigningError('amendments_left', message);
    }
    if (round === 0 && erased === 0) {
      await deleteSignable(tx, id);
      return;
    }
    if (round > 0 && reason === undefined) {
      const message = 'is required to erase what was sent for signature';
      throw new SigningError('reason_required', `a reason ${message}`, {
        problems: [{ pointer: '/reason', message }],
      });
    }
    const at = now();
    await cancelPending(tx, id, { at, actor });
    await eraseSignable(tx, id);
    await addToHistory(tx, { signableId: id, at, event: 'erased', actor, detail: { reason } });
  });
}
