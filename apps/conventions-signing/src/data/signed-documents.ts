import type { StatementReader } from '@campus/database';
import { Prisma } from '../../generated/client.ts';
import type { SignableKind } from '../domain/signable.ts';
import type { StoredDocument } from './documents.ts';
import { readRows } from './read-rows.ts';
import { conditionsOf, holdsAll, type SignableFilter } from './signable-conditions.ts';

/** A signed document that counts: of the round of a record `s` that is signed. */
const counts = Prisma.sql`p.signable_id = s.id and p.round = s.round and p.superseded_sha256 is null`;

/** The newest signed document that counts of each of these records that is signed, by the id of the record. */
export async function findSignedDocuments(
  db: StatementReader,
  ids: readonly number[],
): Promise<Map<number, StoredDocument>> {
  const rows = await readRows<StoredDocument & { signableId: number }>(
    db,
    Prisma.sql`
      select distinct on (s.id) s.id as "signableId", d.id, d.sha256, d.size
      from signables s join deposits p on ${counts} join documents d on d.id = p.document_id
      where s.id = any(${ids}::int[]) and s.state = 'signed'
      order by s.id, p.version desc`,
  );
  return new Map(rows.map(({ signableId, ...document }) => [signableId, document]));
}

/**
 * How many records a filter lets through, and how many of them have a signed document that counts, each up to one more
 * than its most.
 */
export async function countArchived(
  db: StatementReader,
  kind: SignableKind,
  { words = [], most, ...filter }: SignableFilter & { most: { records: number; documents: number } },
): Promise<{ records: number; documents: number }> {
  const listed = [Prisma.sql`s.kind = ${kind}::signable_kind`, ...conditionsOf(filter), ...holdsAll(words)];
  const signed = [
    ...listed,
    Prisma.sql`s.state = 'signed'`,
    Prisma.sql`exists (select 1 from deposits p where ${counts})`,
  ];
  const counted = (conditions: Prisma.Sql[], limit: number) => Prisma.sql`
    (select count(*)::int from (
      select from signables s where ${Prisma.join(conditions, ' and ')} limit ${limit + 1}) counted)`;
  const [row] = await readRows<{ records: number; documents: number }>(
    db,
    Prisma.sql`
      select ${counted(listed, most.records)} as records, ${counted(signed, most.documents)} as documents`,
    { isPrepared: false },
  );
  return row ?? { records: 0, documents: 0 };
}
