import { type Queryable, type Sql, sql } from '@campus/database';
import type { SignableKind } from '../domain/signable.ts';
import type { StoredDocument } from './documents.ts';
import { conditionsOf, holdsAll, type SignableFilter } from './signable-conditions.ts';

/** A signed document that counts: of the round of a record `s` that is signed. */
const counts = sql`p.signable_id = s.id and p.round = s.round and p.superseded_sha256 is null`;

/** The newest signed document that counts of each of these records that is signed, by the id of the record. */
export async function findSignedDocuments(
  db: Queryable,
  ids: readonly number[],
): Promise<Map<number, StoredDocument>> {
  const rows = await sql<StoredDocument & { signableId: number }>`
    select distinct on (s.id) s.id as signable_id, d.id, d.sha256, d.size
    from signables s join deposits p on ${counts} join documents d on d.id = p.document_id
    where s.id = any(${ids}::int[]) and s.state = 'signed'
    order by s.id, p.version desc`.rows(db);
  return new Map(rows.map(({ signableId, ...document }) => [signableId, document]));
}

/**
 * How many records a filter lets through, and how many of them have a signed document that counts, each up to one more
 * than its most.
 */
export async function countArchived(
  db: Queryable,
  kind: SignableKind,
  { words = [], most, ...filter }: SignableFilter & { most: { records: number; documents: number } },
): Promise<{ records: number; documents: number }> {
  const listed = [sql`s.kind = ${kind}::signable_kind`, ...conditionsOf(filter), ...holdsAll(words)];
  const signed = [...listed, sql`s.state = 'signed'`, sql`exists (select 1 from deposits p where ${counts})`];
  const counted = (conditions: Sql[], limit: number) => sql`
    (select count(*)::int from (
      select from signables s where ${sql.all(conditions)} limit ${limit + 1}) counted)`;
  const [row] = await sql<{ records: number; documents: number }>`
    select ${counted(listed, most.records)} as records,
      ${counted(signed, most.documents)} as documents`.rows(db, { isPrepared: false });
  return row ?? { records: 0, documents: 0 };
}
