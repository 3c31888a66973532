import type { Jobs, Queue } from '@campus/jobs';
import type { Transaction } from '../data/open-database.ts';
import type { SignableRef } from '../signing/signable.ts';

/** One HTTP call to make: the attempt of this number, unless it was made already or the delivery has ended. */
export interface DeliveryJob {
  deliveryId: string;
  attempt: number;
}

/** Calls to the signing application that are due. */
export const deliveryQueue: Queue<DeliveryJob> = { name: 'webhook-delivery', expireInSeconds: 90 };

/** Queues one call. Calls about one record never overlap: they are one group of the queue. */
export function sendAttempt(
  tx: Transaction,
  jobs: Jobs,
  { ref, startAfter, ...job }: DeliveryJob & { ref: SignableRef; startAfter?: Date },
): Promise<void> {
  const group = `${ref.kind}:${ref.number}`;
  return jobs.send(tx, deliveryQueue, job, { group, startAfter });
}
