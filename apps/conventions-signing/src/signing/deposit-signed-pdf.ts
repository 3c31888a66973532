import { insertDeposit } from '../data/deposits.ts';
import { findRegisteredDocument } from '../data/documents.ts';
import { addToHistory } from '../data/history.ts';
import { inTransaction, type Transaction } from '../data/open-database.ts';
import type { LockedSignable } from '../data/signables.ts';
import { type SignatureFindings, signatureRules } from '../pdf/inspect.ts';
import { completeRound } from './complete-round.ts';
import type { SigningDeps } from './dependencies.ts';
import { inspectOrRefuse } from './inspect-or-refuse.ts';
import { lockOrRefuse } from './lock-or-refuse.ts';
import { refuseUnlessOpen, signableNotFound } from './refusals.ts';
import type { ReceivedPdf, SignableRef } from './signable.ts';

/** A signed PDF with what was found in it, beside one registered document. */
export interface InspectedDeposit {
  pdf: ReceivedPdf;
  signatures: SignatureFindings;
  /** The document that it was compared with. */
  registeredDocumentId: number;
}

/**
 * Stores a signed PDF as a new version; bytes that this round has already are acknowledged and add
 * nothing. A PDF without a digital signature is taken too: it may be signed otherwise.
 *
 * When it returns, the document is durably stored.
 *
 * @throws SigningError  `signable_not_found`, `not_in_signing`, `not_a_pdf`, `encrypted_pdf`, `pdf_too_complex`
 * @see contract conventions-signing §3
 */
export async function depositSignedPdf(
  deps: SigningDeps,
  { ref, pdf, actor }: { ref: SignableRef; pdf: ReceivedPdf; actor: string },
): Promise<void> {
  const deposit = await inspectDeposit(deps, { ref, pdf });
  const isStored = await inTransaction(deps.db, async (tx) => {
    const signable = await lockOrRefuse(tx, ref);
    refuseUnlessOpen(signable, ref);
    if (signable.documentId !== deposit.registeredDocumentId) return false;
    const at = deps.now();
    await addDeposit(tx, signable, { deposit, at, actor });
    await completeRound(tx, signable, { at, actor });
    return true;
  });
  // Another document was registered while this one was read: what was found does not hold beside it.
  if (!isStored) await depositSignedPdf(deps, { ref, pdf, actor });
}

/**
 * Reads a signed PDF beside the registered document of its record.
 *
 * @throws SigningError  `signable_not_found`, `not_a_pdf`, `encrypted_pdf`, `pdf_too_complex`
 */
export async function inspectDeposit(
  { db, inspector }: SigningDeps,
  { ref, pdf }: { ref: SignableRef; pdf: ReceivedPdf },
): Promise<InspectedDeposit> {
  const registered = await findRegisteredDocument(db, ref);
  if (registered === null) throw signableNotFound(ref);
  const { signatures } = await inspectOrRefuse(inspector, pdf, registered);
  return { pdf, signatures, registeredDocumentId: registered.id };
}

/** Adds a deposit to the record and its history, unless the round has these very bytes already. */
export async function addDeposit(
  tx: Transaction,
  { id: signableId, round }: Pick<LockedSignable, 'id' | 'round'>,
  { deposit, at, actor }: { deposit: InspectedDeposit; at: Date; actor: string },
): Promise<void> {
  const version = await insertDeposit(tx, {
    ...deposit,
    signatureRules,
    signableId,
    round,
    depositedAt: at,
    actor,
  });
  if (version === null) return;
  const { sha256, bytes } = deposit.pdf;
  const detail = { version, round, sha256, size: bytes.byteLength };
  await addToHistory(tx, { signableId, at, event: 'deposited', actor, detail });
}
