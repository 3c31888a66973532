import { randomUUID } from 'node:crypto';
import type { Jobs } from '@campus/jobs';
import { callGroup, type DeliveryRecord, insertDelivery } from '../data/deliveries.ts';
import type { Transaction } from '../data/open-database.ts';
import type { SignableRef } from '../signing/signable.ts';
import { giveUpAfterMs } from './delivery-policy.ts';
import { deliveryQueue } from './delivery-queue.ts';

/** Promises the call of a new round: the delivery and its job, in the transaction that begins the round. */
export async function startDelivery(
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
    giveUpAt: new Date(createdAt.getTime() + giveUpAfterMs),
  });
  await jobs.send(tx, deliveryQueue, { deliveryId: delivery.id, attempt: 1 }, { group: callGroup(ref) });
  return delivery;
}
