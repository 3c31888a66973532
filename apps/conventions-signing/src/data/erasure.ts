import { erasedTexts } from '../signing/registered-texts.ts';
import type { Transaction } from './open-database.ts';

/** Amendments of an agreement: those that are still there, and the stubs of erased ones. */
export async function countAmendments(
  tx: Transaction,
  agreementId: number,
): Promise<{ left: number; erased: number }> {
  const erased = await tx.signable.count({ where: { agreementId, state: 'erased' } });
  const all = await tx.signable.count({ where: { agreementId } });
  return { left: all - erased, erased };
}

/** Deletes a record that was never sent, with its document. */
export async function deleteSignable(tx: Transaction, id: number): Promise<void> {
  const { documentId } = await tx.signable.delete({ where: { id }, select: { documentId: true } });
  if (documentId !== null) await tx.document.delete({ where: { id: documentId } });
}

/** Leaves of a record what says nothing about anybody: its number, its rounds, and when what happened. */
export async function eraseSignable(tx: Transaction, id: number): Promise<void> {
  const deposits = await tx.deposit.findMany({ where: { signableId: id } });
  const { documentId } = await tx.signable.findUniqueOrThrow({ where: { id }, select: { documentId: true } });
  const documents = [
    documentId,
    ...deposits.flatMap((deposit) => [deposit.documentId, deposit.registeredDocumentId]),
  ];
  await tx.deposit.deleteMany({ where: { signableId: id } });
  await tx.signatory.deleteMany({ where: { signableId: id } });
  await tx.delivery.updateMany({ where: { signableId: id }, data: { reference: null } });
  await tx.idempotentAnswer.deleteMany({ where: { signableId: id } });
  await tx.historyEvent.updateMany({ where: { signableId: id }, data: { detail: {} } });
  await tx.signable.update({
    where: { id },
    data: {
      state: 'erased',
      roundStartedAt: null,
      signedOutside: false,
      ...erasedTexts,
      watchers: [],
      searchText: '',
      documentId: null,
    },
  });
  await tx.document.deleteMany({ where: { id: { in: documents.filter((document) => document !== null) } } });
}
