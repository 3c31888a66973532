import type { Signatory, SignatoryDates } from '../signing/signable.ts';
import type { Transaction } from './open-database.ts';

/** A signatory with the dates of the current round. */
export type DatedSignatory = Signatory & SignatoryDates & { position: number };

/** Those of a record, by order; equal orders as registered. */
export function findSignatories(tx: Transaction, signableId: number): Promise<DatedSignatory[]> {
  return tx.signatory.findMany({ where: { signableId }, orderBy: [{ order: 'asc' }, { position: 'asc' }] });
}

/** Replaces the dates of one signatory. */
export async function updateDates(
  tx: Transaction,
  signableId: number,
  { position, ...dates }: SignatoryDates & { position: number },
): Promise<void> {
  await tx.signatory.update({ where: { signableId_position: { signableId, position } }, data: dates });
}

/** Forgets the dates of the current round; the history keeps them. */
export async function clearDates(tx: Transaction, signableId: number): Promise<void> {
  await tx.signatory.updateMany({
    where: { signableId },
    data: { signatureDate: null, submissionDate: null },
  });
}
