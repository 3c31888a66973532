import { isDeepStrictEqual } from 'node:util';
import { deleteUnusedDocument, insertDocument } from '../data/documents.ts';
import { addToHistory } from '../data/history.ts';
import { findAgreementDepartment, readSignable, replaceSignable } from '../data/signables.ts';
import type { SignableRecord } from '../data/whole-record.ts';
import { metadataTextNames, ownTextNames } from '../domain/registered-texts.ts';
import type { Registration } from '../domain/signable.ts';
import { changeRecord, type RecordChange } from './change-record.ts';
import { refuseOutOfScope, refuseTakenReference } from './conditions.ts';
import { SigningError } from './errors.ts';
import { searchTextOf } from './fold-text.ts';
import { type InspectionDeps, inspectOrRefuse } from './inspect-or-refuse.ts';

/**
 * Replaces everything that was registered of a draft; the same again changes nothing. A document that an earlier
 * round's deposit answers is kept as evidence. An amendment for which no department is named has that of its agreement.
 *
 * @throws SigningError  `not_a_pdf`, `encrypted_pdf`, `pdf_too_complex`, `signable_not_found`, `changed_meanwhile`,
 *   `not_a_draft`, `reference_taken`, `out_of_scope`
 */
export async function replaceDraft(
  deps: InspectionDeps,
  { registration: given, ...request }: RecordChange & { registration: Registration },
): Promise<SignableRecord> {
  const { ref, actor, scope } = request;
  const { metadata, pdf } = given;
  await inspectOrRefuse(deps, pdf, { caller: actor });
  const replacing = changeRecord(deps, request, async (change, signable) => {
    const { tx } = change;
    const { id, state, documentId: former } = signable;
    if (state !== 'draft') {
      const message = `${ref.kind} ${ref.number} was sent for signature; take it back to draft before you replace it`;
      throw new SigningError('not_a_draft', message);
    }
    const department = given.own.department ?? (await findAgreementDepartment(tx, id));
    const own = { ...given.own, department };
    refuseOutOfScope(scope, { ...own, ...metadata });
    const current = await readSignable(tx, ref);
    if (isSame(current, { ...given, own })) return current;
    const documentId = await insertDocument(tx, pdf);
    replaceSignable(tx, id, { metadata, own, searchText: searchTextOf(metadata, own), documentId });
    if (former !== null) deleteUnusedDocument(tx, former);
    const detail = { sha256: pdf.sha256, size: pdf.bytes.byteLength };
    addToHistory(change, { signableId: id, event: 'replaced', detail });
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
