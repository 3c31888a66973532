import { insertDocument } from '../data/documents.ts';
import { addToHistory } from '../data/history.ts';
import { findSignable, insertSignable, type SignableRecord } from '../data/signables.ts';
import type { SigningDeps } from './dependencies.ts';
import { inspectOrRefuse } from './inspect-or-refuse.ts';
import { lockOrRefuse } from './lock-or-refuse.ts';
import { once, type Repeatable } from './once.ts';
import type { ReceivedPdf, SignableRef, SigningMetadata } from './signable.ts';

/**
 * Registers a document to be signed, as a draft: an agreement, or an amendment to `agreement`.
 *
 * @param pdfPointer  where the PDF stands in the input, for errors
 * @throws SigningError  `not_a_pdf`, `encrypted_pdf`, `pdf_too_complex`, `signable_not_found` (the
 *   agreement), `idempotency_key_reused`
 */
export async function register<Answer>(
  deps: SigningDeps,
  {
    agreement,
    metadata,
    pdf,
    pdfPointer,
    actor,
    key,
    show,
  }: {
    agreement?: SignableRef;
    metadata: SigningMetadata;
    pdf: ReceivedPdf;
    pdfPointer: string;
    actor: string;
  } & Repeatable<SignableRecord, Answer>,
): Promise<Answer> {
  await inspectOrRefuse(deps.inspector, pdf.bytes, pdfPointer);
  const kind = agreement === undefined ? 'agreement' : 'amendment';
  return once(deps, {
    asked: { metadata, sha256: pdf.sha256 },
    key,
    show,
    work: async (tx) => {
      const agreementId = agreement === undefined ? null : (await lockOrRefuse(tx, agreement)).id;
      const documentId = await insertDocument(tx, pdf);
      const { id, number } = await insertSignable(tx, { kind, agreementId, metadata, documentId });
      await addToHistory(tx, {
        signableId: id,
        at: deps.now(),
        event: 'registered',
        actor,
        detail: { sha256: pdf.sha256, size: pdf.bytes.byteLength },
      });
      const record = await findSignable(tx, { kind, number });
      if (record === null) throw new Error(`${kind} ${number} is missing after its registration`);
      return record;
    },
  });
}
