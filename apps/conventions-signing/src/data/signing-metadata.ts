import { sql } from '@campus/database';
import { metadataTextNames } from '../domain/registered-texts.ts';
import type { SignableRef, SigningMetadata } from '../domain/signable.ts';
import type { StoredDocument } from './documents.ts';
import type { Database } from './open-database.ts';
import { textColumns } from './record-columns.ts';

const texts = textColumns(metadataTextNames);

type Row = SigningMetadata & { documentId: number; sha256: string; size: number };

/**
 * What the signing application asks for: the metadata, signatories by order (equal orders as registered),
 * and which document is registered. The hottest read of the service: one prepared statement, no bytes of
 * any document. Null when there is no record, or it was erased.
 */
export async function findSigningMetadata(
  { pool }: Database,
  { kind, number }: SignableRef,
): Promise<{ metadata: SigningMetadata; document: StoredDocument } | null> {
  const row = await sql<Row>`
    select ${texts}, s.watchers, d.id as document_id, d.sha256, d.size,
      (select json_agg(json_build_object('name', name, 'givenName', given_name, 'mail', mail, 'phone', phone,
         'order', "order") order by "order", position)
       from signatories where signable_id = s.id) as signatories
    from signables s join documents d on d.id = s.document_id
    where s.kind = ${kind}::signable_kind and s.number = ${number}`.row(pool);
  if (row === null) return null;
  const { documentId: id, sha256, size, ...metadata } = row;
  return { metadata, document: { id, sha256, size } };
}
