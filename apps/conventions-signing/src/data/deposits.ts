import { type Queryable, sql } from '@campus/database';
import type { ReceivedPdf, SignableRef } from '../domain/signable.ts';
import type { SignatureFindings } from '../pdf/inspect.ts';
import type { Judgement } from '../trust/judgement.ts';
import { type StoredDocument, withSentBytes } from './documents.ts';
import type { Change } from './history.ts';
import type { Writing } from './open-database.ts';

/** A judgement, when it was made, and by which rules and anchors. */
export interface Judged {
  judgement: Judgement;
  at: Date;
  by: string;
}

/** A PDF that came back, with what its signatures say. */
export interface NewDeposit {
  signableId: number;
  /** The round that it counts in; that of the superseded document when it begins with one. */
  round: number;
  /** The document that it begins with, when that was replaced since. */
  superseded: { sha256: string; size: number } | null;
  pdf: ReceivedPdf;
  signatures: SignatureFindings;
  /** Version of the rules that the findings were made by. */
  signatureRules: number;
  /** What is to be believed of them; null when nobody was asked. */
  judged: Judged | null;
  /** The document that was to be signed. */
  registeredDocumentId: number;
}

/**
 * Stores a deposit as the next version, and returns that; null when the round has these very bytes already,
 * of the same standing. Under the caller's lock of the record.
 */
export async function insertDeposit(
  { tx, at, actor }: Change,
  { pdf, ...deposit }: NewDeposit,
): Promise<number | null> {
  const { signableId, round, registeredDocumentId, signatures, signatureRules, judged } = deposit;
  const { sha256: supersededSha256 = null, size: supersededSize = null } = deposit.superseded ?? {};
  const [inserted] = await withSentBytes(tx, pdf.bytes, (whole) =>
    sql<{ version: number }>`
      with document as (
        insert into documents (sha256, size, bytes)
        select ${pdf.sha256}, ${pdf.bytes.byteLength}, ${whole}
        where not exists (
          select 1 from deposits earlier join documents its on its.id = earlier.document_id
          where earlier.signable_id = ${signableId} and earlier.round = ${round} and its.sha256 = ${pdf.sha256}
            and earlier.superseded_sha256 is not distinct from ${supersededSha256})
        returning id)
      insert into deposits (signable_id, version, round, document_id, registered_document_id, superseded_sha256,
        superseded_size, signatures, signature_rules, deposited_at, actor, judgement, judged_at, judged_by)
      select ${signableId}, coalesce((select max(version) from deposits where signable_id = ${signableId}), 0) + 1,
        ${round}, id, ${registeredDocumentId}, ${supersededSha256}, ${supersededSize}, ${JSON.stringify(signatures)},
        ${signatureRules}, ${at}, ${actor}, ${judged && JSON.stringify(judged.judgement)}, ${judged?.at}, ${judged?.by}
      from document
      returning version`.rows(tx),
  );
  return inserted?.version ?? null;
}

/** How many versions a round has, and whether one of them has these bytes. */
export function countVersions(
  db: Queryable,
  { signableId, round, sha256 }: { signableId: number; round: number; sha256: string },
): Promise<{ versions: number; isRepeated: boolean }> {
  return sql<{ versions: number; isRepeated: boolean }>`
    select count(*)::int as versions, coalesce(bool_or(its.sha256 = ${sha256}), false) as is_repeated
    from deposits d join documents its on its.id = d.document_id
    where d.signable_id = ${signableId} and d.round = ${round}`.one(db);
}

/** The deposits of a record over all rounds, oldest first, without their bytes. */
export async function findDeposits(
  db: Queryable,
  signableId: number,
): Promise<{ version: number; round: number; document: StoredDocument }[]> {
  const rows = await sql<StoredDocument & { version: number; round: number }>`
    select version, round, its.id, its.sha256, its.size
    from deposits d join documents its on its.id = d.document_id
    where d.signable_id = ${signableId} order by version`.rows(db);
  return rows.map(({ version, round, ...document }) => ({ version, round, document }));
}

/** A deposit that was not judged, or by others than asked for. */
export interface UnjudgedDeposit {
  signableId: number;
  signable: SignableRef;
  version: number;
  depositedAt: Date;
  document: StoredDocument;
}

/** The next ones behind `after` that are not judged by these rules and anchors. */
export async function findUnjudged(
  db: Queryable,
  { by, after, limit }: { by: string; after: { signableId: number; version: number }; limit: number },
): Promise<UnjudgedDeposit[]> {
  const rows = await sql<Omit<UnjudgedDeposit, 'document'> & StoredDocument>`
    select d.signable_id, json_build_object('kind', s.kind, 'number', s.number) as signable,
      d.version, d.deposited_at, its.id, its.sha256, its.size
    from deposits d join documents its on its.id = d.document_id join signables s on s.id = d.signable_id
    where (d.signable_id, d.version) > (${after.signableId}, ${after.version}) and d.judged_by is distinct from ${by}
    order by d.signable_id, d.version limit ${limit}`.rows(db);
  return rows.map(({ signableId, signable, version, depositedAt, ...document }) => ({
    signableId,
    signable,
    version,
    depositedAt,
    document,
  }));
}

/** Keeps what was judged of a deposit that is still there, under the caller's lock of the record. */
export function noteJudgement(
  tx: Writing,
  { signableId, version }: { signableId: number; version: number },
  { judgement, at, by }: Judged,
): void {
  tx.send(sql`
    update deposits set judgement = ${JSON.stringify(judgement)}, judged_at = ${at}, judged_by = ${by}
    where signable_id = ${signableId} and version = ${version}`);
}
