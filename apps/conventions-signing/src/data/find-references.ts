import type { StatementReader } from '@campus/database';
import { Prisma } from '../../generated/client.ts';
import type { SignableKind } from '../domain/signable.ts';
import { readRows } from './read-rows.ts';

/** A record that the institution's own number leads to. */
export interface ReferencedRecord {
  reference: string;
  number: number;
  /** Of its registered document, in lower-case hexadecimal. */
  sha256: string;
}

/** The records of a kind that have these references, by them. */
export async function findReferences(
  db: StatementReader,
  kind: SignableKind,
  references: readonly string[],
): Promise<Map<string, ReferencedRecord>> {
  const rows = await readRows<ReferencedRecord>(
    db,
    Prisma.sql`
      select s.reference, s.number, d.sha256 from signables s join documents d on d.id = s.document_id
      where s.kind = ${kind}::signable_kind and s.reference = any(${[...references]}::text[])`,
  );
  return new Map(rows.map((row) => [row.reference, row]));
}
