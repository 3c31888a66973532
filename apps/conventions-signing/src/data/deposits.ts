import type { SignatureFindings } from '../pdf/inspect.ts';
import type { ReceivedPdf } from '../signing/signable.ts';
import { insertDocument, type StoredDocument } from './documents.ts';
import type { Transaction } from './open-database.ts';

/** A PDF that came back, with what its signatures say. */
export interface NewDeposit {
  signableId: number;
  round: number;
  pdf: ReceivedPdf;
  signatures: SignatureFindings;
  /** Version of the rules that the findings were made by. */
  signatureRules: number;
  /** The document that was to be signed. */
  registeredDocumentId: number;
  depositedAt: Date;
  actor: string;
}

/** Stores a deposit as the next version, and returns that; null when the round has these very bytes already. */
export async function insertDeposit(
  tx: Transaction,
  { pdf, ...deposit }: NewDeposit,
): Promise<number | null> {
  const { signableId, round } = deposit;
  const repeated = await tx.deposit.count({ where: { signableId, round, document: { sha256: pdf.sha256 } } });
  if (repeated > 0) return null;
  const { _max } = await tx.deposit.aggregate({ where: { signableId }, _max: { version: true } });
  const version = (_max.version ?? 0) + 1;
  await tx.deposit.create({
    data: {
      ...deposit,
      version,
      documentId: await insertDocument(tx, pdf),
    },
  });
  return version;
}

/** A deposit without its bytes. */
export interface StoredDeposit {
  version: number;
  round: number;
  document: StoredDocument;
}

/** The deposits of a record over all rounds, oldest first. */
export function findDeposits(tx: Transaction, signableId: number): Promise<StoredDeposit[]> {
  return tx.deposit.findMany({
    where: { signableId },
    select: { version: true, round: true, document: { select: { id: true, sha256: true, size: true } } },
    orderBy: { version: 'asc' },
    relationLoadStrategy: 'join',
  });
}
