import type { SignatureFindings } from '../pdf/inspect.ts';
import type { ReceivedPdf } from '../signing/signable.ts';
import type { StoredDocument } from './documents.ts';
import type { Change } from './history.ts';
import type { Transaction } from './open-database.ts';
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
  const rows = await withSentBytes(
    tx,
    pdf.bytes,
    (whole) => tx.$queryRaw<{ version: number }[]>`
    with document as (
      insert into documents (sha256, size, bytes)
      select ${pdf.sha256}, ${pdf.bytes.byteLength}, ${whole}
      where not exists (
        select 1 from deposits earlier join documents its on its.id = earlier.document_id
        where earlier.signable_id = ${signableId} and earlier.round = ${round} and its.sha256 = ${pdf.sha256}
          and earlier.superseded_sha256 is not distinct from ${supersededSha256}::text)
      returning id)
    insert into deposits (signable_id, version, round, document_id, registered_document_id, superseded_sha256,
      superseded_size, signatures, signature_rules, deposited_at, actor)
    select ${signableId}, coalesce((select max(version) from deposits where signable_id = ${signableId}), 0) + 1,
      ${round}, id, ${registeredDocumentId}, ${supersededSha256}, ${supersededSize},
      ${JSON.stringify(signatures)}::jsonb, ${signatureRules}, ${at}, ${actor}
    from document
    returning version`,
  );
  return rows[0]?.version ?? null;
}

/** How many versions a round has, and whether one of them has these bytes. */
export async function countVersions(
  db: Transaction,
  { signableId, round, sha256 }: { signableId: number; round: number; sha256: string },
): Promise<{ versions: number; isRepeated: boolean }> {
  const [row] = await db.$queryRaw<{ versions: number; isRepeated: boolean }[]>`
    select count(*)::int as versions, coalesce(bool_or(its.sha256 = ${sha256}), false) as "isRepeated"
    from deposits d join documents its on its.id = d.document_id
    where d.signable_id = ${signableId} and d.round = ${round}`;
  return row ?? { versions: 0, isRepeated: false };
}

/** The deposits of a record over all rounds, oldest first, without their bytes. */
export function findDeposits(
  tx: Transaction,
  signableId: number,
): Promise<{ version: number; round: number; document: StoredDocument }[]> {
  return tx.deposit.findMany({
    where: { signableId },
    select: { version: true, round: true, document: { select: { id: true, sha256: true, size: true } } },
    orderBy: { version: 'asc' },
    relationLoadStrategy: 'join',
  });
}
