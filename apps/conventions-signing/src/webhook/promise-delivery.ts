import { randomUUID } from 'node:crypto';
import type { Jobs } from '@campus/jobs';
import { type DeliveryRecord, insertDelivery } from '../data/deliveries.ts';
import type { Transaction } from '../data/open-database.ts';
import type { SignableRef } from '../signing/signable.ts';
import { giveUpAt } from './delivery-policy.ts';
import { sendAttempt } from './delivery-queue.ts';

/** Promises the call of a new round: the delivery and its job, in the transaction that begins the round. */
export async function promiseDelivery(
  tx: Transaction,
  jobs: Jobs,
  {
    signableId,
    ref,
    round,
    createdAt,
  }: { signableId: number; ref: SignableRef; round: number; createdAt: Date },
): Promise<DeliveryRecord> {
  const delivery = await insertDelivery(tx, {
    id: randomUUID(),
    signableId,
    round,
    createdAt,
    giveUpAt: giveUpAt(createdAt),
  });
  await sendAttempt(tx, jobs, { deliveryId: delivery.id, attempt: 1, ref });
  return delivery;
}
