import {
  type DeliveryRecord,
  type DeliveryWithSignable,
  findDelivery,
  readDelivery,
} from '../data/deliveries.ts';
import { addToHistory, type Change } from '../data/history.ts';
import { reopenDeliveries } from '../data/reopen-deliveries.ts';
import { lockSignable } from '../data/signables.ts';
import { giveUpAt } from '../deliveries/delivery-policy.ts';
import { sendAttempt } from '../deliveries/delivery-queue.ts';
import { isRedeliverable } from '../domain/signable.ts';
import type { CallDeps } from './enter-signing.ts';
import { SigningError } from './errors.ts';
import { once, type Repeatable } from './once.ts';
import { refuseOneMoreRedelivery } from './round-limits.ts';

/**
 * Calls the signing application again at once, as the same delivery: one that was given up, waits for its
 * next attempt, or was delivered and seems lost on the other side. It may fail for three days anew.
 *
 * @throws SigningError  `delivery_not_found`, `delivery_not_current` (its round no longer counts, or no
 *   signing application is configured), `too_many_redeliveries`, `idempotency_key_reused`
 */
export function redeliver<Answer>(
  deps: CallDeps,
  request: { deliveryId: string; actor: string } & Repeatable<DeliveryRecord, Answer>,
): Promise<Answer> {
  const { deliveryId, actor, ...repeatable } = request;
  return once(deps, repeatable, async (tx) => {
    const found = await findDelivery(tx, deliveryId);
    if (found === null)
      throw new SigningError('delivery_not_found', `there is no delivery with the id ${deliveryId}`);
    const { signable: ref } = found;
    const signable = await lockSignable(tx, ref);
    // Under the lock: an attempt may have ended meanwhile.
    const current = await findDelivery(tx, deliveryId);
    if (signable === null || current === null || !isRedeliverable(current, signable)) {
      const message = `delivery ${deliveryId} belongs to a round that no longer counts; send the record for signature again`;
      throw new SigningError('delivery_not_current', message);
    }
    if (!deps.hasWebhook) {
      const message = 'no signing application is configured (webhook.signature.uri)';
      throw new SigningError('delivery_not_current', message);
    }
    await refuseOneMoreRedelivery(tx, ref, { signableId: signable.id, deliveryId });
    await reopen({ tx, at: deps.now(), actor }, { due: [current], jobs: deps.jobs });
    return { signableId: signable.id, result: await readDelivery(tx, deliveryId) };
  });
}

type Due = Pick<DeliveryWithSignable, 'id' | 'signableId' | 'state' | 'attemptsMade' | 'signable'>;

/** Makes deliveries pending again, due at once, whose records are locked; each may fail for three days anew. */
export async function reopen(
  change: Change,
  { due, jobs }: { due: readonly Due[]; jobs: CallDeps['jobs'] },
): Promise<void> {
  const { tx, at } = change;
  reopenDeliveries(tx, due, { at, giveUpAt: giveUpAt(at) });
  for (const { id, state, signableId } of due)
    addToHistory(change, { signableId, event: 'redelivered', detail: { delivery: id, was: state } });
  await Promise.all(
    due.map(({ id, attemptsMade, signable: ref }) =>
      sendAttempt(tx, jobs, { deliveryId: id, attempt: attemptsMade + 1, ref }),
    ),
  );
}
