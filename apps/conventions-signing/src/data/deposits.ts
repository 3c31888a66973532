import type { Statements } from '@campus/database';
import type { SignatureFindings } from '../pdf/inspect.ts';
import type { ReceivedPdf } from '../signing/signable.ts';
import type { StoredDocument } from './documents.ts';
import type { Change } from './history.ts';
import { withSentBytes } from './send-document.ts';

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
  const { signableId, round, registeredDocumentId, signatures, signatureRules } = deposit;
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
          superseded_size, signatures, signature_rules, deposited_at, actor)
        select $4, coalesce((select max(version) from deposits where signable_id = $4), 0) + 1, $5, id, $6, $7, $8,
          $9, $10, $11, $12
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
