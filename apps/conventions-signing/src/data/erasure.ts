import { snakeCase, sql } from '@campus/database';
import { erasedTexts } from '../domain/registered-texts.ts';
import type { Placed } from '../domain/scope.ts';
import type { Writing } from './open-database.ts';

/** The amendments of an agreement, also the stubs of erased ones. */
export async function findAmendments(
  tx: Writing,
  agreementId: number,
): Promise<(Placed & { isErased: boolean })[]> {
  return sql<Placed & { isErased: boolean }>`
    select department, workflow_id, state = 'erased' as is_erased
    from signables where agreement_id = ${agreementId}`.rows(tx);
}

/** Deletes a record that was never sent, with its document. */
export function deleteSignable(
  tx: Writing,
  { id, documentId }: { id: number; documentId: number | null },
): void {
  tx.send(sql`delete from signables where id = ${id}`);
  tx.send(sql`delete from documents where id = ${documentId}`);
}

const erasedColumns = Object.entries(erasedTexts).map(
  ([name, text]) =>
    sql`${sql.identifier(snakeCase(name))} = ${text === null ? sql`null` : sql.literal(text)}`,
);

/**
 * Leaves of a record what says nothing about anybody: its number, its rounds, and when what happened. A trigger takes
 * what its attempts have sent and received (`exchanges`), since versions that know nothing of them erase too.
 */
export async function eraseSignable(
  tx: Writing,
  { id, documentId }: { id: number; documentId: number | null },
): Promise<void> {
  const rows = await sql<{ documentId: number; registeredDocumentId: number }>`
    delete from deposits where signable_id = ${id}
    returning document_id, registered_document_id`.rows(tx);
  tx.send(sql`delete from signatories where signable_id = ${id}`);
  tx.send(sql`update deliveries set reference = null where signable_id = ${id}`);
  tx.send(sql`delete from idempotent_answers where signable_id = ${id}`);
  tx.send(sql`update history set detail = '{}' where signable_id = ${id}`);
  tx.send(sql`
    update signables set state = 'erased', round_started_at = null, due_on = null, signed_outside = false,
      ${sql.join(erasedColumns, ', ')}, watchers = '{}', search_text = '', document_id = null
    where id = ${id}`);
  const documents = [
    documentId,
    ...rows.flatMap((deposit) => [deposit.documentId, deposit.registeredDocumentId]),
  ];
  tx.send(sql`delete from documents where id = any (${documents})`);
}
