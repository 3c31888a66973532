import { isDeepStrictEqual } from 'node:util';
import { deleteUnusedDocument, insertDocument } from '../data/documents.ts';
import { addToHistory } from '../data/history.ts';
import { inTransaction } from '../data/open-database.ts';
import { readSignable, replaceSignable, type SignableRecord } from '../data/signables.ts';
import type { SigningDeps } from './dependencies.ts';
import { SigningError } from './errors.ts';
import { searchTextOf } from './fold-text.ts';
import { inspectOrRefuse } from './inspect-or-refuse.ts';
import { lockOrRefuse } from './lock-or-refuse.ts';
import { refuseTakenReference } from './refuse-taken-reference.ts';
import { metadataTextNames, ownTextNames } from './registered-texts.ts';
import type { Registration, SignableRef } from './signable.ts';
import { refuseStale, type Standing } from './standing.ts';

/**
 * Replaces everything that was registered of a draft; the same again changes nothing. A document that an earlier
 * round's deposit answers is kept as evidence.
 *
 * @param expected  where the record stood when somebody decided; absent: however it stands
 * @throws SigningError  `not_a_pdf`, `encrypted_pdf`, `pdf_too_complex`, `signable_not_found`, `changed_meanwhile`,
 *   `not_a_draft`, `reference_taken`
 */
export async function replaceDraft(
  deps: SigningDeps,
  {
    ref,
    registration,
    actor,
    expected,
  }: { ref: SignableRef; registration: Registration; actor: string; expected?: Standing | undefined },
): Promise<SignableRecord> {
  const { metadata, own, pdf } = registration;
  await inspectOrRefuse(deps.inspector, pdf, { caller: actor });
  const replacing = inTransaction(deps.db, async (tx) => {
    const signable = await lockOrRefuse(tx, ref);
    refuseStale(signable, expected, ref);
    const { id, state, documentId: former } = signable;
    if (state !== 'draft') {
      throw new SigningError(
        'not_a_draft',
        `${ref.kind} ${ref.number} was sent for signature; take it back to draft before you replace it`,
      );
    }
    const current = await readSignable(tx, ref);
    if (isSame(current, registration)) return current;
    const documentId = await insertDocument(tx, pdf);
    await replaceSignable(tx, id, { metadata, own, searchText: searchTextOf(metadata, own), documentId });
    if (former !== null) await deleteUnusedDocument(tx, former);
    await addToHistory(tx, {
      signableId: id,
      at: deps.now(),
      event: 'replaced',
      actor,
      detail: { sha256: pdf.sha256, size: pdf.bytes.byteLength },
    });
    return readSignable(tx, ref);
  });
  return refuseTakenReference(replacing);
}

/** Whether a record has just what is registered. */
function isSame(record: SignableRecord, { metadata, own, pdf }: Registration): boolean {
  const signatories = record.signatories
    .toSorted((a, b) => a.position - b.position)
    .map(({ name, givenName, mail, phone, order }) => ({ name, givenName, mail, phone, order }));
  return (
    record.document?.sha256 === pdf.sha256 &&
    ownTextNames.every((name) => record[name] === own[name]) &&
    metadataTextNames.every((name) => record[name] === metadata[name]) &&
    isDeepStrictEqual(record.watchers, metadata.watchers) &&
    isDeepStrictEqual(signatories, metadata.signatories)
  );
}
