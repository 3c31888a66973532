import { findRegisteredDocument } from '../data/documents.ts';
import { addToHistory } from '../data/history.ts';
import { readSignable, updateState } from '../data/signables.ts';
import { findSignatories } from '../data/signatories.ts';
import type { SignableRecord } from '../data/whole-record.ts';
import { cancelPending } from '../deliveries/delivery-queue.ts';
import type { ReceivedPdf, SignableRef } from '../domain/signable.ts';
import { changeRecord, type RecordChange } from './change-record.ts';
import { signableNotFound, supersededDocument } from './conditions.ts';
import { addDeposit, inspectDeposit } from './deposit-signed-pdf.ts';
import { SigningError } from './errors.ts';
import type { DepositDeps } from './inspect-or-refuse.ts';
import { type DateEntry, dateChanges, writeDates } from './record-signature-dates.ts';

/** What was signed on paper or in another product. */
export interface SignedOutside {
  reason: string;
  /** The scan or the other product's PDF. */
  signed?: ReceivedPdf | undefined;
  /** Dates of signatories; may be empty. */
  entries: DateEntry[];
}

/**
 * Records that a document was signed on paper or in another product: it ends as signed, whatever is
 * missing, and is shown as signed outside. A draft gets a round of its own for it; in signing, what is
 * still pending is cancelled. `returnToDraft` undoes it.
 *
 * @throws SigningError  `signable_not_found`, `changed_meanwhile`, `already_signed`, `unknown_signatory`, `duplicate_date_entry`,
 *   `superseded_document`, `not_a_pdf`, `encrypted_pdf`, `pdf_too_complex`
 */
export async function signOutside(
  deps: DepositDeps,
  outside: RecordChange & SignedOutside,
): Promise<SignableRecord> {
  const { ref, reason, signed, entries, actor } = outside;
  const deposit = signed === undefined ? null : await inspectSigned(deps, { ref, pdf: signed, actor });
  if (deposit?.superseded) {
    const outcome = 'nothing was done: send a signed version of the registered one';
    const { pointer } = deposit.pdf;
    throw supersededDocument(ref, { document: deposit.superseded, pointer, outcome });
  }
  const record = await changeRecord(deps, outside, async (change, signable) => {
    if (deposit !== null && deposit.registeredDocumentId !== signable.documentId) return null;
    if (signable.state === 'signed') {
      const message = `${ref.kind} ${ref.number} is signed already; take it back to draft first`;
      throw new SigningError('already_signed', message);
    }
    const { tx, at } = change;
    const { id: signableId } = signable;
    const isDraft = signable.state === 'draft';
    const round = isDraft ? signable.lastRound + 1 : signable.round;
    const roundStartedAt = isDraft ? at : signable.roundStartedAt;
    const { dueOn } = signable;
    await cancelPending(change, signableId);
    updateState(tx, signableId, { state: 'signed', round, roundStartedAt, dueOn, signedOutside: true });
    const changes = dateChanges(entries, { signatories: await findSignatories(tx, ref), pointer: '/dates' });
    writeDates(change, { id: signableId, round, roundStartedAt }, changes);
    if (deposit !== null) await addDeposit(change, { id: signableId, round }, deposit);
    addToHistory(change, { signableId, event: 'signed-outside', detail: { round, reason } });
    return readSignable(tx, ref);
  });
  // Another document was registered while the signed one was read: what was found does not hold beside it.
  return record ?? signOutside(deps, outside);
}

async function inspectSigned(
  deps: DepositDeps,
  { ref, ...signed }: { ref: SignableRef; pdf: ReceivedPdf; actor: string },
) {
  const registered = await findRegisteredDocument(deps.db, ref);
  if (registered === null) throw signableNotFound(ref);
  return inspectDeposit(deps, { ...signed, registered });
}
