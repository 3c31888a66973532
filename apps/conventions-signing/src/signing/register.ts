import { insertDocument } from '../data/documents.ts';
import { addToHistory } from '../data/history.ts';
import { insertSignable } from '../data/signables.ts';
import type { SignableRecord } from '../data/whole-record.ts';
import { lockOrRefuse } from './change-record.ts';
import { searchTextOf } from './fold-text.ts';
import { type InspectionDeps, inspectOrRefuse } from './inspect-or-refuse.ts';
import { once, type Repeatable } from './once.ts';
import { refuseTakenReference } from './refuse-taken-reference.ts';
import type { Registration, SignableRef } from './signable.ts';

/**
 * Registers a document to be signed, as a draft: an agreement, or an amendment to `agreement`.
 *
 * @throws SigningError  `not_a_pdf`, `encrypted_pdf`, `pdf_too_complex`, `signable_not_found` (the
 *   agreement), `reference_taken`, `idempotency_key_reused`
 */
export async function register<Answer>(
  deps: InspectionDeps,
  request: { agreement?: SignableRef | undefined; registration: Registration; actor: string } & Repeatable<
    SignableRecord,
    Answer
  >,
): Promise<Answer> {
  const { agreement, registration, actor, ...repeatable } = request;
  const { metadata, own, pdf } = registration;
  await inspectOrRefuse(deps, pdf, { caller: actor });
  const kind = agreement === undefined ? 'agreement' : 'amendment';
  const asked = { metadata, ...own, sha256: pdf.sha256 };
  const registering = once(deps, { asked, ...repeatable }, async (tx) => {
    const agreementId = agreement === undefined ? null : (await lockOrRefuse(tx, agreement)).id;
    const documentId = await insertDocument(tx, pdf);
    const content = { metadata, own, searchText: searchTextOf(metadata, own), documentId };
    const inserted = await insertSignable(tx, { kind, agreementId, ...content });
    const { id: signableId } = inserted;
    const document = { sha256: pdf.sha256, size: pdf.bytes.byteLength };
    const change = { tx, at: deps.now(), actor };
    const registered = addToHistory(change, { signableId, event: 'registered', detail: document });
    const result: SignableRecord = {
      ...newDraft,
      ...metadata,
      ...own,
      ...inserted,
      kind,
      documentId,
      document,
      agreement: agreement === undefined ? null : { number: agreement.number },
      history: { results: [registered], before: null },
    };
    return { signableId, result };
  });
  return refuseTakenReference(registering);
}

/** What every draft is that was just registered. */
const newDraft = {
  state: 'draft',
  round: 0,
  roundStartedAt: null,
  signedOutside: false,
  amendments: [],
  deposits: [],
  deliveries: [],
} satisfies Partial<SignableRecord>;
