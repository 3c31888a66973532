import { addToHistory } from '../data/history.ts';
import { updateState } from '../data/signables.ts';
import { findRefusal, findSignatories, insertRefusal } from '../data/signatories.ts';
import { cancelPending } from '../deliveries/delivery-queue.ts';
import { formatRefusal } from '../domain/contract-date.ts';
import type { Refusal } from '../domain/signable.ts';
import { type ChangeDeps, changeRecord, type RecordChange } from './change-record.ts';
import { refuseUnlessOpen, roundRefused } from './conditions.ts';
import { SigningError } from './errors.ts';
import { isNamed, unknownSignatory } from './named-signatory.ts';

/** What the signing application says of a refusal. */
type Told = Pick<Refusal, 'mail' | 'order' | 'refusedAt' | 'reason'>;

/**
 * Records that a signatory has refused to sign, as the signing application says: the round is over and takes nothing
 * more, what came in it stays, and a call that was still to be made is cancelled. The same refusal again changes
 * nothing; a second one of the round is refused, since the first has ended it.
 *
 * @throws SigningError  `signable_not_found`, `changed_meanwhile`, `not_in_signing`, `signed_outside`,
 *   `already_signed`, `round_refused`, `unknown_signatory`
 */
export function recordRefusalToSign(
  deps: ChangeDeps,
  { refusal, ...request }: RecordChange & { refusal: Told },
): Promise<void> {
  const { ref, actor } = request;
  return changeRecord(deps, request, async (change, signable) => {
    const { tx, at } = change;
    const { id: signableId, state, round } = signable;
    const signatories = await findSignatories(tx, ref);
    const target = signatories.find((signatory) => isNamed(signatory, refusal));
    if (state === 'refused') {
      const first = await findRefusal(tx, signable);
      if (first !== null && target !== undefined && isSame(first, { ...refusal, mail: target.mail })) return;
      throw roundRefused(ref);
    }
    refuseUnlessOpen(signable, ref);
    if (state === 'signed') {
      const message = `${ref.kind} ${ref.number} is signed by all, with the signed document: nobody refuses it any more`;
      throw new SigningError('already_signed', message);
    }
    if (target === undefined) {
      const message = 'this names no signatory of this document; nothing was recorded';
      throw new SigningError('unknown_signatory', message, {
        problems: [unknownSignatory('', refusal, signatories)],
      });
    }
    const { mail, order } = target;
    const told = { ...refusal, mail, order };
    await cancelPending(change, signableId);
    insertRefusal(tx, signable, { ...told, receivedAt: at, actor });
    updateState(tx, signableId, { ...signable, state: 'refused' });
    addToHistory(change, { signableId, event: 'refused', detail: { round, ...formatRefusal(told) } });
  });
}

function isSame(one: Told, other: Told): boolean {
  return (
    one.mail === other.mail &&
    one.order === other.order &&
    one.reason === other.reason &&
    one.refusedAt.getTime() === other.refusedAt.getTime()
  );
}
