import type { Statements } from '@campus/database';
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
export async function findRegisteredDocuments(db: Statements, signableId: number): Promise<StoredDocument[]> {
  const { rows } = await db.query<StoredDocument>({
    name: 'registered-documents-of-record',
    text: `
      select id, sha256, size from documents
      where id = (select document_id from signables where id = $1)
        or id in (select registered_document_id from deposits where signable_id = $1)
      order by id`,
    values: [signableId],
  });
  return rows;
}

/** Every deposit of a record, of all rounds, oldest first. */
export async function findKeptDeposits(db: Statements, signableId: number): Promise<KeptDeposit[]> {
  const { rows } = await db.query<Omit<KeptDeposit, 'document'> & { document: StoredDocument }>({
    name: 'kept-deposits-of-record',
    text: `
      select p.version, p.round, p.deposited_at as "depositedAt", p.actor,
        p.superseded_sha256 as "supersededSha256", p.signatures,
        p.judgement, p.judged_at as "judgedAt",
        json_build_object('id', d.id, 'sha256', d.sha256, 'size', d.size) as document
      from deposits p join documents d on d.id = p.document_id
      where p.signable_id = $1 order by p.version`,
    values: [signableId],
  });
  return rows;
}

/** Whether something of a record comes in the chain after a place, or has none there yet. */
export async function hasEntriesAfter(
  db: Statements,
  { signableId, position }: { signableId: number; position: number },
): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'entries-of-record-after',
    text: 'select from history where signable_id = $1 and (position is null or position > $2) limit 1',
    values: [signableId, position],
  });
  return rowCount === 1;
}

/** The places that a record has in the chain up to one of them, in their order. */
export async function findPositions(
  db: Statements,
  { signableId, upTo }: { signableId: number; upTo: number },
): Promise<number[]> {
  const { rows } = await db.query<{ position: number }>({
    name: 'positions-of-record',
    text: `
      select position::float8 as position from history
      where signable_id = $1 and position <= $2 order by history.position`,
    values: [signableId, upTo],
  });
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
export async function findProof(db: Statements, position: number): Promise<Proof | null> {
  const { rows } = await db.query<(StampedHead | (ChainPlace & { token: null })) & { before: string | null }>(
    {
      name: 'proof-of-entry',
      text: `
      select position::float8 as position, hash, token, stamped_at as at, authority,
        (select hash from history where position = $1::bigint - 1) as before
      from history_heads left join history_stamps using (position)
      where position >= $1 order by token is null, history_heads.position limit 1`,
      values: [position],
    },
  );
  const [row] = rows;
  if (row === undefined) return null;
  const { before, ...head } = row;
  return {
    from: before === null ? chainStart : { position: position - 1, hash: before },
    to: { position: head.position, hash: head.hash },
    stamp: head.token === null ? null : head,
  };
}
