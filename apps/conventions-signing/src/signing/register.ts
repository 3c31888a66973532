import { insertDocument } from '../data/documents.ts';
import { addToHistory } from '../data/history.ts';
import { insertSignable, readSignable, type SignableRecord } from '../data/signables.ts';
import type { SigningDeps } from './dependencies.ts';
import { searchTextOf } from './fold-text.ts';
import { inspectOrRefuse } from './inspect-or-refuse.ts';
import { lockOrRefuse } from './lock-or-refuse.ts';
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
  deps: SigningDeps,
  {
    agreement,
    registration,
    actor,
    key,
    show,
  }: { agreement?: SignableRef | undefined; registration: Registration; actor: string } & Repeatable<
    SignableRecord,
    Answer
  >,
): Promise<Answer> {
  const { metadata, own, pdf } = registration;
  await inspectOrRefuse(deps.inspector, pdf, { caller: actor });
  const kind = agreement === undefined ? 'agreement' : 'amendment';
  const registering = once(deps, {
    asked: { metadata, ...own, sha256: pdf.sha256 },
    key,
    show,
    work: async (tx) => {
      const agreementId = agreement === undefined ? null : (await lockOrRefuse(tx, agreement)).id;
      const documentId = await insertDocument(tx, pdf);
      const content = { metadata, own, searchText: searchTextOf(metadata, own), documentId };
      const { id, number } = await insertSignable(tx, { kind, agreementId, ...content });
      await addToHistory(tx, {
        signableId: id,
        at: deps.now(),
        event: 'registered',
        actor,
        detail: { sha256: pdf.sha256, size: pdf.bytes.byteLength },
      });
      return { signableId: id, result: await readSignable(tx, { kind, number }) };
    },
  });
  return refuseTakenReference(registering);
}
