import { insertDocument } from '../data/documents.ts';
import { addToHistory } from '../data/history.ts';
import type { Transaction } from '../data/open-database.ts';
import { completeRound } from './complete-round.ts';
import type { SigningDeps } from './dependencies.ts';
import { inspectOrRefuse } from './inspect-or-refuse.ts';
import { lockOrRefuse, refuseDraft } from './lock-or-refuse.ts';
import type { ReceivedPdf, SignableRef } from './signable.ts';

/**
 * Stores a signed PDF as a new version; bytes that this round has already are acknowledged and add
 * nothing. A PDF without a digital signature is taken too: it may be signed otherwise.
 *
 * When it returns, the document is durably stored.
 *
 * @throws SigningError  `signable_not_found`, `not_in_signing`, `not_a_pdf`, `encrypted_pdf`, `pdf_too_complex`
 * @see contract conventions-signing §3
 */
export async function depositSignedPdf(
  deps: SigningDeps,
  { ref, pdf, actor }: { ref: SignableRef; pdf: ReceivedPdf; actor: string },
): Promise<void> {
  await inspectOrRefuse(deps.inspector, pdf.bytes, '/doc');
  await deps.db.prisma.$transaction(async (tx) => {
    const signable = await lockOrRefuse(tx, ref);
    refuseDraft(signable, ref);
    const { id: signableId, round } = signable;
    const repeated = await tx.deposit.findFirst({
      where: { signableId, round, document: { sha256: pdf.sha256 } },
      select: { version: true },
    });
    if (repeated !== null) return;
    const at = deps.now();
    const version = await nextVersion(tx, signableId);
    await tx.deposit.create({
      data: { signableId, version, round, documentId: await insertDocument(tx, pdf), depositedAt: at, actor },
    });
    await addToHistory(tx, {
      signableId,
      at,
      event: 'deposited',
      actor,
      detail: { version, round, sha256: pdf.sha256, size: pdf.bytes.byteLength },
    });
    await completeRound(tx, signable, { at, actor });
  });
}

async function nextVersion(tx: Transaction, signableId: number): Promise<number> {
  const { _max } = await tx.deposit.aggregate({ where: { signableId }, _max: { version: true } });
  return (_max.version ?? 0) + 1;
}
