import type { Attempt, Delivery, Prisma } from '../../generated/client.ts';
import type { DeliveryState } from '../signing/signable.ts';
import type { Transaction } from './open-database.ts';
import { cutPage, type Page } from './page.ts';

const withSignable = {
  signable: { select: { kind: true, number: true } },
  _count: { select: { attempts: true } },
} satisfies Prisma.DeliveryInclude;

/** Attempts of a delivery that are shown with it, those of three days and some: a delivery can be made again. */
export const newestAttempts = { orderBy: { number: 'desc' }, take: 50 } as const;

/** A delivery with its attempts in the order in which they were made. */
export function inOrder<Delivery extends { attempts: { number: number }[] }>(delivery: Delivery): Delivery {
  return { ...delivery, attempts: delivery.attempts.toSorted((a, b) => a.number - b.number) };
}

const listed = {
  signable: {
    select: { kind: true, number: true, title: true, state: true, round: true, signedOutside: true },
  },
  attempts: newestAttempts,
} satisfies Prisma.DeliveryInclude;

export type ListedDelivery = Prisma.DeliveryGetPayload<{ include: typeof listed }>;
export type DeliveryWithSignable = Prisma.DeliveryGetPayload<{ include: typeof withSignable }>;

/** A delivery as it is shown, with its attempts in the order in which they were made. */
export interface DeliveryRecord
  extends Pick<Delivery, 'id' | 'state' | 'round' | 'reference' | 'createdAt' | 'nextAttemptAt'> {
  attempts: Omit<Attempt, 'deliveryId'>[];
}

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

/** The delivery with the record that it is about and how many attempts were made, or null. */
export function findDelivery(db: Transaction, id: string): Promise<DeliveryWithSignable | null> {
  return db.delivery.findUnique({ where: { id }, include: withSignable, relationLoadStrategy: 'join' });
}

/** Makes a delivery pending again, due at once. */
export async function reopenDelivery(
  tx: Transaction,
  id: string,
  due: { nextAttemptAt: Date; giveUpAt: Date; reopenedAt: Date; attemptsBefore: number },
): Promise<DeliveryRecord> {
  const delivery = await tx.delivery.update({
    where: { id },
    data: { state: 'pending', ...due },
    include: { attempts: newestAttempts },
  });
  return inOrder(delivery);
}

/** A page of the deliveries of all records, newest first; those older than the delivery `before`, whatever became of it. */
export async function listDeliveries(
  db: Transaction,
  { state, before, size }: { state?: DeliveryState | undefined; before?: string | undefined; size: number },
): Promise<Page<ListedDelivery>> {
  const last =
    before && (await db.delivery.findUnique({ where: { id: before }, select: { createdAt: true } }));
  if (last === null) return { results: [], before: null };
  const older = last
    ? { OR: [{ createdAt: { lt: last.createdAt } }, { createdAt: last.createdAt, id: { lt: before } }] }
    : {};
  const { results, ...page } = await cutPage(
    (limit) =>
      db.delivery.findMany({
        where: { state, ...older },
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        take: limit,
        include: listed,
        relationLoadStrategy: 'join',
      }),
    { size, cursorOf: ({ id }) => id },
  );
  return { results: results.map(inOrder), ...page };
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

/** Why the last attempt failed, as it is stored; null when it did not, or when there was none. */
export async function findLastFailure(
  tx: Transaction,
  deliveryId: string,
): Promise<Pick<Attempt, 'failure' | 'error'> | null> {
  const last = await tx.attempt.findFirst({
    where: { deliveryId },
    orderBy: { number: 'desc' },
    select: { failure: true, error: true },
  });
  return last === null || last.error === null ? null : last;
}

/** Records what an attempt led to; `nextAttemptAt` is set exactly while pending. */
export async function updateDelivery(
  tx: Transaction,
  id: string,
  change: { state?: DeliveryState; nextAttemptAt?: Date | null; reference?: string },
): Promise<void> {
  await tx.delivery.update({ where: { id }, data: change });
}

/** What the signing application answered in one round; null when it gave no identifier. */
export async function findReference(
  tx: Transaction,
  signableId: number,
  round: number,
): Promise<string | null> {
  const delivery = await tx.delivery.findFirst({ where: { signableId, round }, select: { reference: true } });
  return delivery?.reference ?? null;
}
