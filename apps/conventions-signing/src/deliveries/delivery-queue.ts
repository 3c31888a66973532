import { randomUUID } from 'node:crypto';
import { giveUpAt } from '@campus/deliveries';
import type { Jobs, Queue } from '@campus/jobs';
import { type DeliveryRecord, insertDelivery } from '../data/deliveries.ts';
import { cancelPendingDeliveries } from '../data/ending-round.ts';
import { addToHistory, type Change } from '../data/history.ts';
import type { Writing } from '../data/open-database.ts';
import type { SignableRef } from '../domain/signable.ts';

/** One HTTP call to make: the attempt of this number, unless it was made already or the delivery has ended. */
export interface DeliveryJob {
  deliveryId: string;
  attempt: number;
}

/** Calls to the signing application that are due. */
export const deliveryQueue: Queue<DeliveryJob> = { name: 'webhook-delivery', expireInSeconds: 90 };

/**
 * Promises the call of a new round: the delivery and its job, in the transaction that begins the round.
 *
 * @param promised.givesWay  whether calls that somebody asked for one by one go before it
 */
export async function promiseDelivery(
  tx: Writing,
  jobs: Jobs,
  promised: {
    ref: SignableRef;
    signableId: number;
    round: number;
    createdAt: Date;
    givesWay?: boolean | undefined;
  },
): Promise<DeliveryRecord> {
  const { ref, givesWay, ...round } = promised;
  const id = randomUUID();
  const delivery = insertDelivery(tx, { id, ...round, giveUpAt: giveUpAt(round.createdAt) });
  await sendAttempt(tx, jobs, { deliveryId: id, attempt: 1, ref, givesWay });
  return delivery;
}

/** Cancels what is still to be told about a record, and says so in its history; returns the ids. */
export async function cancelPending(change: Change, signableId: number): Promise<string[]> {
  const cancelled = await cancelPendingDeliveries(change.tx, signableId);
  for (const delivery of cancelled)
    addToHistory(change, { signableId, event: 'delivery-cancelled', detail: { delivery } });
  return cancelled;
}

/** Queues one call. Calls about one record never overlap: they are one group of the queue. */
export function sendAttempt(
  tx: Writing,
  jobs: Jobs,
  options: DeliveryJob & { ref: SignableRef; startAfter?: Date; givesWay?: boolean | undefined },
): Promise<void> {
  const { ref, startAfter, givesWay, ...job } = options;
  const group = `${ref.kind}:${ref.number}`;
  return jobs.send(tx, deliveryQueue, job, { group, startAfter, givesWay });
}
