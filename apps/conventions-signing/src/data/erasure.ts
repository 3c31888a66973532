import { erasedTexts } from '../domain/registered-texts.ts';
import type { Placed } from '../domain/scope.ts';
import type { Writing } from './open-database.ts';
import { columnOf } from './text-columns.ts';

/** The amendments of an agreement, also the stubs of erased ones. */
export async function findAmendments(
  tx: Writing,
  agreementId: number,
): Promise<(Placed & { isErased: boolean })[]> {
  const { rows } = await tx.query<Placed & { isErased: boolean }>({
    name: 'amendments-of',
    text: `
      select department, workflow_id as "workflowId", state = 'erased' as "isErased"
      from signables where agreement_id = $1`,
    values: [agreementId],
  });
  return rows;
}

/** Deletes a record that was never sent, with its document. */
export function deleteSignable(
  tx: Writing,
  { id, documentId }: { id: number; documentId: number | null },
): void {
  tx.send({ name: 'delete-signable', text: 'delete from signables where id = $1', values: [id] });
  tx.send({ name: 'delete-document', text: 'delete from documents where id = $1', values: [documentId] });
}

const erasedColumns = Object.entries(erasedTexts)
  .map(([name, text]) => `${columnOf(name)} = ${text === null ? 'null' : `'${text}'`}, `)
  .join('');

/**
 * Leaves of a record what says nothing about anybody: its number, its rounds, and when what happened. A trigger takes
 * what its attempts have sent and received (`exchanges`), since versions that know nothing of them erase too.
 */
export async function eraseSignable(
  tx: Writing,
  { id, documentId }: { id: number; documentId: number | null },
): Promise<void> {
  const { rows } = await tx.query<{ documentId: number; registeredDocumentId: number }>({
    name: 'delete-deposits',
    text: `
      delete from deposits where signable_id = $1
      returning document_id as "documentId", registered_document_id as "registeredDocumentId"`,
    values: [id],
  });
  const send = (name: string, text: string) => tx.send({ name, text, values: [id] });
  send('delete-signatories', 'delete from signatories where signable_id = $1');
  send('erase-references', 'update deliveries set reference = null where signable_id = $1');
  send('delete-answers', 'delete from idempotent_answers where signable_id = $1');
  send('erase-details', `update history set detail = '{}' where signable_id = $1`);
  send(
    'erase-signable',
    `update signables set state = 'erased', round_started_at = null, due_on = null, signed_outside = false, ${erasedColumns}
       watchers = '{}', search_text = '', document_id = null
     where id = $1`,
  );
  const documents = [
    documentId,
    ...rows.flatMap((deposit) => [deposit.documentId, deposit.registeredDocumentId]),
  ];
  tx.send({
    name: 'delete-documents',
    text: 'delete from documents where id = any ($1)',
    values: [documents],
  });
}
