import { type DeliveryRecord, findDelivery, reopenDelivery } from '../data/deliveries.ts';
import { addToHistory } from '../data/history.ts';
import { lockSignable } from '../data/signables.ts';
import { giveUpAt } from '../webhook/delivery-policy.ts';
import { sendAttempt } from '../webhook/delivery-queue.ts';
import type { CallDeps } from './enter-signing.ts';
import { SigningError } from './errors.ts';
import { once, type Repeatable } from './once.ts';
import { refuseOneMoreRedelivery } from './round-limits.ts';
import { isRedeliverable } from './signable.ts';

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
    const at = deps.now();
    const attemptsBefore = current.attemptsMade;
    const delivery = await reopenDelivery(tx, deliveryId, {
      nextAttemptAt: at,
      giveUpAt: giveUpAt(at),
      reopenedAt: at,
      attemptsBefore,
    });
    await sendAttempt(tx, deps.jobs, { deliveryId, attempt: attemptsBefore + 1, ref });
    const detail = { delivery: deliveryId, was: current.state };
    addToHistory({ tx, at, actor }, { signableId: signable.id, event: 'redelivered', detail });
    return { signableId: signable.id, result: delivery };
  });
}
