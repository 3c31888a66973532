import type { Statements } from '@campus/database';
import type { ReceivedPdf, SignableRef } from '../domain/signable.ts';
import type { SignatureFindings } from '../pdf/inspect.ts';
import type { Judgement } from '../trust/judgement.ts';
import type { StoredDocument } from './documents.ts';
import type { Change } from './history.ts';
import type { Writing } from './open-database.ts';
import { withSentBytes } from './send-document.ts';

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
  const { rows } = await withSentBytes(tx, pdf.bytes, ({ way, whole, value }) =>
    tx.query<{ version: number }>({
      name: `insert-deposit${way}`,
      text: `
        with document as (
          insert into documents (sha256, size, bytes)
          select $1, $2, ${whole('$3')}
          where not exists (
            select 1 from deposits earlier join documents its on its.id = earlier.document_id
            where earlier.signable_id = $4 and earlier.round = $5 and its.sha256 = $1
              and earlier.superseded_sha256 is not distinct from $7)
          returning id)
        insert into deposits (signable_id, version, round, document_id, registered_document_id, superseded_sha256,
          superseded_size, signatures, signature_rules, deposited_at, actor, judgement, judged_at, judged_by)
        select $4, coalesce((select max(version) from deposits where signable_id = $4), 0) + 1, $5, id, $6, $7, $8,
          $9, $10, $11, $12, $13, $14, $15
        from document
        returning version`,
      values: [
        pdf.sha256,
        pdf.bytes.byteLength,
        value,
        signableId,
        round,
        registeredDocumentId,
        supersededSha256,
        supersededSize,
        JSON.stringify(signatures),
        signatureRules,
        at,
        actor,
        judged === null ? null : JSON.stringify(judged.judgement),
        judged?.at ?? null,
        judged?.by ?? null,
      ],
    }),
  );
  return rows[0]?.version ?? null;
}

/** How many versions a round has, and whether one of them has these bytes. */
export async function countVersions(
  db: Statements,
  { signableId, round, sha256 }: { signableId: number; round: number; sha256: string },
): Promise<{ versions: number; isRepeated: boolean }> {
  const { rows } = await db.query<{ versions: number; isRepeated: boolean }>({
    name: 'count-versions',
    text: `
      select count(*)::int as versions, coalesce(bool_or(its.sha256 = $3), false) as "isRepeated"
      from deposits d join documents its on its.id = d.document_id
      where d.signable_id = $1 and d.round = $2`,
    values: [signableId, round, sha256],
  });
  return rows[0] ?? { versions: 0, isRepeated: false };
}

/** The deposits of a record over all rounds, oldest first, without their bytes. */
export async function findDeposits(
  db: Statements,
  signableId: number,
): Promise<{ version: number; round: number; document: StoredDocument }[]> {
  const { rows } = await db.query<StoredDocument & { version: number; round: number }>({
    name: 'deposits-of-record',
    text: `
      select version, round, its.id, its.sha256, its.size
      from deposits d join documents its on its.id = d.document_id
      where d.signable_id = $1 order by version`,
    values: [signableId],
  });
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
  db: Statements,
  { by, after, limit }: { by: string; after: { signableId: number; version: number }; limit: number },
): Promise<UnjudgedDeposit[]> {
  const { rows } = await db.query<Omit<UnjudgedDeposit, 'document'> & StoredDocument>({
    name: 'unjudged-deposits',
    text: `
      select d.signable_id as "signableId", json_build_object('kind', s.kind, 'number', s.number) as signable,
        d.version, d.deposited_at as "depositedAt", its.id, its.sha256, its.size
      from deposits d join documents its on its.id = d.document_id join signables s on s.id = d.signable_id
      where (d.signable_id, d.version) > ($2, $3) and d.judged_by is distinct from $1
      order by d.signable_id, d.version limit $4`,
    values: [by, after.signableId, after.version, limit],
  });
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
  tx.send({
    name: 'note-judgement',
    text: `
      update deposits set judgement = $3, judged_at = $4, judged_by = $5
      where signable_id = $1 and version = $2`,
    values: [signableId, version, JSON.stringify(judgement), at, by],
  });
}
