import type { Prisma } from '../../generated/client.ts';
import type { SignableRef } from '../signing/signable.ts';
import type { Database, Transaction } from './open-database.ts';

const withSignable = {
  signable: { select: { kind: true, number: true } },
  _count: { select: { attempts: true } },
} satisfies Prisma.DeliveryInclude;

export type DeliveryWithSignable = Prisma.DeliveryGetPayload<{ include: typeof withSignable }>;
export type DeliveryRecord = Prisma.DeliveryGetPayload<{ include: { attempts: true } }>;

/** A new delivery, pending, whose first attempt is due at once. */
export async function insertDelivery(
  tx: Transaction,
  delivery: { id: string; signableId: number; round: number; createdAt: Date; giveUpAt: Date },
): Promise<DeliveryRecord> {
  return tx.delivery.create({
    data: { ...delivery, state: 'pending', nextAttemptAt: delivery.createdAt },
    include: { attempts: true },
  });
}

/** The delivery with whom it is about and how many attempts were made, or null. */
export function findDelivery(db: Database, id: string): Promise<DeliveryWithSignable | null> {
  return db.prisma.delivery.findUnique({
    where: { id },
    include: withSignable,
    relationLoadStrategy: 'join',
  });
}

/** Cancels what is pending for a record and returns the ids. There is at most one. */
export async function cancelPendingDeliveries(tx: Transaction, signableId: number): Promise<string[]> {
  const cancelled = await tx.delivery.updateManyAndReturn({
    where: { signableId, state: 'pending' },
    data: { state: 'cancelled', nextAttemptAt: null },
    select: { id: true },
  });
  return cancelled.map(({ id }) => id);
}

/** Records one HTTP call. A number that is there already is a bug: the caller holds the record's lock. */
export async function insertAttempt(
  tx: Transaction,
  attempt: Prisma.AttemptUncheckedCreateInput,
): Promise<void> {
  await tx.attempt.create({ data: attempt });
}

/** The queue group of a record: its calls never overlap. */
export function callGroup({ kind, number }: SignableRef): string {
  return `${kind}:${number}`;
}
