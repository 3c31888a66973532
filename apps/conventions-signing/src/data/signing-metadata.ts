import type { SignableRef } from '../signing/signable.ts';
import type { Database } from './open-database.ts';

/** The metadata and the registered document of one record, as the signing application asks for them. */
export interface SigningMetadataRow {
  title: string;
  company_name: string;
  school: string;
  workflow_id: string;
  watchers: string[];
  /** By order; equal orders as registered. */
  signatories: { name: string; givenName: string; mail: string; phone: string | null; order: number }[];
  document_id: number;
  sha256: string;
  size: number;
}

/** The hottest read of the service: one prepared statement, no bytes of any document. Null when there is no record. */
export async function findSigningMetadata(
  db: Database,
  { kind, number }: SignableRef,
): Promise<SigningMetadataRow | null> {
  const { rows } = await db.pool.query<SigningMetadataRow>({
    name: 'signing-metadata',
    text: `
      select s.title, s.company_name, s.school, s.workflow_id, s.watchers, d.id as document_id, d.sha256, d.size,
        (select json_agg(json_build_object('name', name, 'givenName', given_name, 'mail', mail, 'phone', phone,
           'order', "order") order by "order", position)
         from signatories where signable_id = s.id) as signatories
      from signables s join documents d on d.id = s.document_id
      where s.kind = $1::signable_kind and s.number = $2`,
    values: [kind, number],
  });
  return rows[0] ?? null;
}
