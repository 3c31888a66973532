import { deleteSignable, eraseSignable, findAmendments } from '../data/erasure.ts';
import { addToHistory, type Change } from '../data/history.ts';
import type { LockedSignable } from '../data/signables.ts';
import { cancelPending } from '../deliveries/delivery-queue.ts';
import { isInScope, type Scope } from '../domain/scope.ts';
import { type ChangeDeps, changeRecord, type RecordChange } from './change-record.ts';
import { SigningError } from './errors.ts';

/**
 * Removes a record. Of a draft that was never sent only the history stays, unless the stub of an amendment refers to it;
 * of anything else a stub stays. Either way when what happened and who did it, without documents and personal data.
 *
 * @param reason  required once it was sent; kept in the stub's history
 * @returns what is left of it
 * @throws SigningError  `signable_not_found`, `changed_meanwhile`, `reason_required`, `amendments_left`
 */
export function erase(
  deps: ChangeDeps,
  { reason, ...request }: RecordChange & { reason?: string | undefined },
): Promise<Left> {
  return changeRecord(deps, request, (change, signable) =>
    eraseLocked(change, signable, { reason, scope: request.scope }),
  );
}

/** What an erasure leaves. */
type Left = 'nothing' | 'a stub';

/** The erasure itself, of a record that its transaction has locked; see `erase`. */
export async function eraseLocked(
  change: Change,
  signable: LockedSignable,
  { reason, scope }: { reason: string | undefined; scope: Scope },
): Promise<Left> {
  const { id, round } = signable;
  const amendments = await findAmendments(change.tx, id);
  const left = amendments.filter(({ isErased }) => !isErased);
  if (left.length > 0)
    throw amendmentsLeft(signable, left.filter((amendment) => isInScope(scope, amendment)).length);
  if (round === 0 && amendments.length === 0) {
    addToHistory(change, { signableId: id, event: 'deleted', detail: { reason } });
    deleteSignable(change.tx, signable);
    return 'nothing';
  }
  if (round > 0 && reason === undefined) {
    const message = 'is required to erase what was sent for signature';
    throw new SigningError('reason_required', `a reason ${message}`, {
      problems: [{ pointer: '/reason', message }],
    });
  }
  await cancelPending(change, id);
  await eraseSignable(change.tx, signable);
  addToHistory(change, { signableId: id, event: 'erased', detail: { reason } });
  return 'a stub';
}

/** @param seen  how many of them are in the scope of whoever asks */
function amendmentsLeft({ number }: LockedSignable, seen: number): SigningError {
  const what =
    seen === 0
      ? 'amendments out of your scope; whoever sees them deletes or erases them first'
      : `${seen} amendment${seen === 1 ? '' : 's'}; delete or erase them first`;
  return new SigningError('amendments_left', `agreement ${number} has ${what}`);
}
