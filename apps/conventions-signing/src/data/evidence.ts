import { type Queryable, sql } from '@campus/database';
import { type ChainPlace, chainStart } from '../chain/chain.ts';
import type { StoredDocument } from './documents.ts';
import type { StampedHead } from './stamps.ts';

/** A signed document that has arrived, with what was found in it. */
export interface KeptDeposit {
  version: number;
  round: number;
  depositedAt: Date;
  actor: string;
  supersededSha256: string | null;
  /** See `SignatureFindings`. */
  signatures: unknown;
  /** See `Judgement`; null when nobody was asked. */
  judgement: unknown;
  judgedAt: Date | null;
  document: StoredDocument;
}

/** The documents of a record as they were registered: the one that is there, and those that a deposit answers, the oldest first. */
export async function findRegisteredDocuments(db: Queryable, signableId: number): Promise<StoredDocument[]> {
  return sql<StoredDocument>`
    select id, sha256, size from documents
    where id = (select document_id from signables where id = ${signableId})
      or id in (select registered_document_id from deposits where signable_id = ${signableId})
    order by id`.rows(db);
}

/** Every deposit of a record, of all rounds, oldest first. */
export async function findKeptDeposits(db: Queryable, signableId: number): Promise<KeptDeposit[]> {
  return sql<Omit<KeptDeposit, 'document'> & { document: StoredDocument }>`
    select p.version, p.round, p.deposited_at, p.actor,
      p.superseded_sha256, p.signatures,
      p.judgement, p.judged_at,
      json_build_object('id', d.id, 'sha256', d.sha256, 'size', d.size) as document
    from deposits p join documents d on d.id = p.document_id
    where p.signable_id = ${signableId} order by p.version`.rows(db);
}

/** Whether something of a record comes in the chain after a place, or has none there yet. */
export async function hasEntriesAfter(
  db: Queryable,
  { signableId, position }: { signableId: number; position: number },
): Promise<boolean> {
  const rowCount = await sql`
      select from history
      where signable_id = ${signableId} and (position is null or position > ${position}) limit 1`.run(db);
  return rowCount === 1;
}

/** The places that a record has in the chain up to one of them, in their order. */
export async function findPositions(
  db: Queryable,
  { signableId, upTo }: { signableId: number; upTo: number },
): Promise<number[]> {
  const rows = await sql<{ position: number }>`
    select position::float8 as position from history
    where signable_id = ${signableId} and position <= ${upTo} order by history.position`.rows(db);
  return rows.map(({ position }) => position);
}

/** A part of the chain that proves entries of one record: from the place before the first of them to a head. */
export interface Proof {
  from: ChainPlace;
  to: ChainPlace;
  /** Of that head, when it has one. */
  stamp: StampedHead | null;
}

/** The part of the chain from an entry to the first head with a time stamp, else to the first head; null without one. */
export async function findProof(db: Queryable, position: number): Promise<Proof | null> {
  const row = await sql<(StampedHead | (ChainPlace & { token: null })) & { before: string | null }>`
    select position::float8 as position, hash, token, stamped_at as at, authority,
      (select hash from history where position = ${position}::bigint - 1) as before
    from history_heads left join history_stamps using (position)
    where position >= ${position} order by token is null, history_heads.position limit 1`.row(db);
  if (row === null) return null;
  const { before, ...head } = row;
  return {
    from: before === null ? chainStart : { position: position - 1, hash: before },
    to: { position: head.position, hash: head.hash },
    stamp: head.token === null ? null : head,
  };
}
