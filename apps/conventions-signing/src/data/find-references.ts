import { type Queryable, sql } from '@campus/database';
import type { SignableKind } from '../domain/signable.ts';

/** A record that the institution's own number leads to. */
export interface ReferencedRecord {
  reference: string;
  number: number;
  /** Of its registered document, in lower-case hexadecimal. */
  sha256: string;
}

/** The records of a kind that have these references, by them. */
export async function findReferences(
  db: Queryable,
  kind: SignableKind,
  references: readonly string[],
): Promise<Map<string, ReferencedRecord>> {
  const rows = await sql<ReferencedRecord>`
    select s.reference, s.number, d.sha256 from signables s join documents d on d.id = s.document_id
    where s.kind = ${kind}::signable_kind and s.reference = any(${[...references]}::text[])`.rows(db);
  return new Map(rows.map((row) => [row.reference, row]));
}
