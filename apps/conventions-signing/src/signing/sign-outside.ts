import { addToHistory } from '../data/history.ts';
import { inTransaction } from '../data/open-database.ts';
import { readSignable, type SignableRecord, updateState } from '../data/signables.ts';
import { cancelPending } from './cancel-pending.ts';
import type { SigningDeps } from './dependencies.ts';
import { addDeposit, inspectDeposit } from './deposit-signed-pdf.ts';
import { SigningError } from './errors.ts';
import { lockOrRefuse } from './lock-or-refuse.ts';
import { type DateEntry, recordDates } from './record-signature-dates.ts';
import { supersededDocument } from './refusals.ts';
import type { ReceivedPdf, SignableRef } from './signable.ts';
import { refuseStale, type Standing } from './standing.ts';

/**
 * Records that a document was signed on paper or in another product: it ends as signed, whatever is
 * missing, and is shown as signed outside. A draft gets a round of its own for it; in signing, what is
 * still pending is cancelled. `returnToDraft` undoes it.
 *
 * @param signed   the scan or the other product's PDF
 * @param entries  dates of signatories; may be empty
 * @param expected  where the record stood when somebody decided; absent: however it stands
 * @throws SigningError  `signable_not_found`, `changed_meanwhile`, `already_signed`, `unknown_signatory`, `duplicate_date_entry`,
 *   `superseded_document`, `not_a_pdf`, `encrypted_pdf`, `pdf_too_complex`
 */
export async function signOutside(
  deps: SigningDeps,
  outside: {
    ref: SignableRef;
    reason: string;
    signed?: ReceivedPdf | undefined;
    entries: DateEntry[];
    actor: string;
    expected?: Standing | undefined;
  },
): Promise<SignableRecord> {
  const { ref, reason, signed, entries, actor, expected } = outside;
  const deposit = signed === undefined ? null : await inspectDeposit(deps, { ref, pdf: signed, actor });
  if (deposit?.superseded) {
    const outcome = 'nothing was done: send a signed version of the registered one';
    const { pointer } = deposit.pdf;
    throw supersededDocument(ref, { document: deposit.superseded, pointer, outcome });
  }
  const record = await inTransaction(deps.db, async (tx) => {
    const signable = await lockOrRefuse(tx, ref);
    refuseStale(signable, expected, ref);
    if (deposit !== null && deposit.registeredDocumentId !== signable.documentId) return null;
    if (signable.state === 'signed') {
      throw new SigningError(
        'already_signed',
        `${ref.kind} ${ref.number} is signed already; take it back to draft first`,
      );
    }
    const at = deps.now();
    const isDraft = signable.state === 'draft';
    const round = isDraft ? signable.round + 1 : signable.round;
    const roundStartedAt = isDraft ? at : signable.roundStartedAt;
    await cancelPending(tx, signable.id, { at, actor });
    await updateState(tx, signable.id, { state: 'signed', round, roundStartedAt, signedOutside: true });
    await recordDates(tx, { ...signable, round, roundStartedAt }, { entries, pointer: '/dates', at, actor });
    if (deposit !== null) await addDeposit(tx, { id: signable.id, round }, { deposit, at, actor });
    await addToHistory(tx, {
      signableId: signable.id,
      at,
      event: 'signed-outside',
      actor,
      detail: { round, reason },
    });
    return readSignable(tx, ref);
  });
  // Another document was registered while the signed one was read: what was found does not hold beside it.
  return record ?? signOutside(deps, outside);
}
