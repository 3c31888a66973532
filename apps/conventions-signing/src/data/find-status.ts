import { sql } from '@campus/database';
import type { SignableRef } from '../domain/signable.ts';
import type { Database } from './open-database.ts';
import {
  type FollowedRecord,
  instant,
  recordColumns,
  recordOf,
  type StoredRecord,
} from './record-columns.ts';

/** A record with what has come in its current round. */
export interface RecordStatus extends FollowedRecord {
  /** Oldest first; not those that begin with a superseded document. */
  deposits: { version: number; round: number; sha256: string; size: number; depositedAt: Date }[];
}

interface StoredStatus extends StoredRecord {
  deposits: (Omit<RecordStatus['deposits'][number], 'depositedAt'> & { depositedAt: number })[] | null;
}

/** How a record stands; null when there is none or it was erased. */
export async function findStatus({ pool }: Database, ref: SignableRef): Promise<RecordStatus | null> {
  const row = await sql<{ status: StoredStatus }>`
    select row_to_json(status) as status from (
      select ${recordColumns}, ${deposits} as deposits
      from signables s
      where s.kind = ${ref.kind}::signable_kind
      and s.number = ${ref.number} and s.state <> 'erased') status`.row(pool);
  if (row === null) return null;
  const { deposits: stored, ...record } = row.status;
  return {
    ...recordOf(record),
    deposits: (stored ?? []).map((one) => ({ ...one, depositedAt: new Date(one.depositedAt) })),
  };
}

const deposits = sql`(
  select json_agg(p order by p.version) from (
    select p.version, p.round, d.sha256, d.size, ${instant(sql`p.deposited_at`)} as "depositedAt"
    from deposits p join documents d on d.id = p.document_id
    where p.signable_id = s.id and p.round = s.round and s.state <> 'draft' and p.superseded_sha256 is null) p)`;
