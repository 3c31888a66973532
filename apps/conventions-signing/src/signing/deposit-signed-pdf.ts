import { insertDeposit, type NewDeposit } from '../data/deposits.ts';
import { findRegisteredDocument, type RegisteredDocument, type StoredDocument } from '../data/documents.ts';
import { addToHistory, type Change, findDocumentEvents } from '../data/history.ts';
import { type LockedSignable, signWhenComplete } from '../data/signables.ts';
import type { ReceivedPdf } from '../domain/signable.ts';
import { signatureRules } from '../pdf/inspect.ts';
import { changeRecord, type RecordChange } from './change-record.ts';
import { refuseUnlessOpen, signableNotFound, supersededDocument } from './conditions.ts';
import { type DepositDeps, inspectOrRefuse } from './inspect-or-refuse.ts';
import { judgedBy } from './judge-deposits.ts';
import { refuseOneMoreVersion } from './round-limits.ts';
import { longestBeginning, type SupersededDocument, supersededDocuments } from './superseded-document.ts';

/** A signed PDF with what was found in it, beside one registered document. */
interface InspectedDeposit
  extends Pick<NewDeposit, 'pdf' | 'signatures' | 'judged' | 'registeredDocumentId'> {
  /** The document that it begins with, when that is not the registered one but was it once. */
  superseded: SupersededDocument | null;
}

/**
 * Stores a signed PDF as a new version; bytes that this round has already are acknowledged and add
 * nothing. A PDF without a digital signature is taken too: it may be signed otherwise.
 *
 * One that begins with a document that was replaced since is kept as evidence, in the round of that document, counts
 * for nothing and is refused. When it returns, and also when it refuses for that reason, the PDF is durably stored.
 *
 * @throws SigningError  `signable_not_found`, `not_in_signing`, `signed_outside`, `round_refused`, `superseded_document`,
 *   `too_many_versions`, `not_a_pdf`, `encrypted_pdf`, `pdf_too_complex`
 * @see contract conventions-signing §3
 */
export async function depositSignedPdf(
  deps: DepositDeps,
  request: RecordChange & { pdf: ReceivedPdf },
): Promise<void> {
  const { ref, pdf } = request;
  const registered = await findRegisteredDocument(deps.db, ref);
  if (registered === null) throw signableNotFound(ref);
  // Before the work of reading it, and again once nobody else can add to the record.
  await refuseOneMoreVersion(deps.db.pool, ref, { ...registered, sha256: pdf.sha256 });
  const deposit = await inspectDeposit(deps, { ...request, registered });
  const isStored = await changeRecord(deps, request, async (change, signable) => {
    refuseUnlessOpen(signable, ref);
    if (signable.documentId !== deposit.registeredDocumentId) return false;
    const { id: signableId, round } = { ...signable, ...deposit.superseded };
    await refuseOneMoreVersion(change.tx, ref, { signableId, round, sha256: pdf.sha256 });
    await addDeposit(change, signable, deposit);
    if (deposit.superseded === null) signWhenComplete(change, signable);
    return true;
  });
  if (!isStored) {
    // Another document was registered while this one was read: what was found does not hold beside it.
    await depositSignedPdf(deps, request);
  } else if (deposit.superseded !== null) {
    const outcome =
      'it is kept as evidence and does not count: fetch the document again and have that one signed';
    throw supersededDocument(ref, { document: deposit.superseded, pointer: pdf.pointer, outcome });
  }
}

/**
 * Reads a signed PDF beside the registered document of its record, and those that this one has replaced.
 *
 * @throws SigningError  `not_a_pdf`, `encrypted_pdf`, `pdf_too_complex`
 */
export async function inspectDeposit(
  { db, inspector, anchors, now }: DepositDeps,
  { pdf, actor, registered }: { pdf: ReceivedPdf; actor: string; registered: RegisteredDocument },
): Promise<InspectedDeposit> {
  const trusted = anchors();
  const trust = trusted === null ? undefined : { anchors: trusted, now: now() };
  const facts = await inspectOrRefuse({ inspector }, pdf, { caller: actor, registered, trust });
  const { signatures } = facts;
  const events = await findDocumentEvents(db.pool, registered.signableId);
  const replaced = supersededDocuments(events, registered);
  const superseded = await supersededBeginning(pdf.bytes, { registered, replaced });
  const judged = judgedBy(trust, facts.judgement);
  return { pdf, signatures, judged, registeredDocumentId: registered.id, superseded };
}

async function supersededBeginning(
  file: Uint8Array,
  { registered, replaced }: { registered: StoredDocument; replaced: SupersededDocument[] },
): Promise<SupersededDocument | null> {
  // Nearly all: nothing to look for.
  if (replaced.length === 0) return null;
  const beginning = await longestBeginning(file, [registered, ...replaced]);
  return replaced.find(({ sha256 }) => sha256 === beginning?.sha256) ?? null;
}

/** Adds a deposit to the record and its history, unless the round has these very bytes already. */
export async function addDeposit(
  change: Change,
  { id: signableId, round: current }: Pick<LockedSignable, 'id' | 'round'>,
  deposit: InspectedDeposit,
): Promise<void> {
  const { superseded, pdf } = deposit;
  const round = superseded === null ? current : superseded.round;
  const version = await insertDeposit(change, { ...deposit, signatureRules, signableId, round });
  if (version === null) return;
  const { sha256, bytes } = pdf;
  addToHistory(change, {
    signableId,
    event: superseded === null ? 'deposited' : 'superseded-deposited',
    detail: {
      version,
      round,
      sha256,
      size: bytes.byteLength,
      ...(superseded === null ? {} : { superseded: { sha256: superseded.sha256, size: superseded.size } }),
    },
  });
}
