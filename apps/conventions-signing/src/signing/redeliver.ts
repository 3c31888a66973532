import { giveUpAt } from '@campus/deliveries';
import * as deliveries from '../data/deliveries.ts';
import { type FailingFilter, findFailing } from '../data/failing-calls.ts';
import { addToHistory, type Change } from '../data/history.ts';
import { inTransaction } from '../data/open-database.ts';
import { lockSignable } from '../data/signables.ts';
import { sendAttempt } from '../deliveries/delivery-queue.ts';
import { isInScope, type Scope } from '../domain/scope.ts';
import { isRedeliverable } from '../domain/signable.ts';
import type { CallDeps } from './enter-signing.ts';
import { SigningError } from './errors.ts';
import { once, type Repeatable } from './once.ts';
import { maxRedeliveriesPerRound, refuseOneMoreRedelivery } from './round-limits.ts';

/**
 * Calls the signing application again at once, as the same delivery: one that was given up, waits for its
 * next attempt, or was delivered and seems lost on the other side. It may fail for three days anew.
 *
 * @throws SigningError  `delivery_not_found`, `delivery_not_current` (its round no longer counts, or no
 *   signing application is configured), `too_many_redeliveries`, `idempotency_key_reused`
 */
export function redeliver<Answer>(
  deps: CallDeps,
  request: { deliveryId: string; actor: string } & Repeatable<deliveries.DeliveryRecord, Answer>,
): Promise<Answer> {
  const { deliveryId, actor, ...repeatable } = request;
  return once(deps, repeatable, async (tx) => {
    const found = await deliveries.findDelivery(tx, deliveryId);
    if (found === null)
      throw new SigningError('delivery_not_found', `there is no delivery with the id ${deliveryId}`);
    const { signable: ref } = found;
    const signable = await lockSignable(tx, ref);
    // Under the lock: an attempt may have ended meanwhile.
    const current = await deliveries.findDelivery(tx, deliveryId);
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
    return { signableId: signable.id, result: await deliveries.readDelivery(tx, deliveryId) };
  });
}

type Due = Pick<deliveries.DeliveryWithSignable, 'id' | 'signableId' | 'state' | 'attemptsMade' | 'signable'>;

/** Makes deliveries pending again, due at once, whose records are locked; each may fail for three days anew. */
export async function reopen(
  change: Change,
  { due, jobs }: { due: readonly Due[]; jobs: CallDeps['jobs'] },
): Promise<void> {
  const { tx, at } = change;
  deliveries.reopenDeliveries(tx, due, { at, giveUpAt: giveUpAt(at) });
  for (const { id, state, signableId } of due)
    addToHistory(change, { signableId, event: 'redelivered', detail: { delivery: id, was: state } });
  await Promise.all(
    due.map(({ id, attemptsMade, signable: ref }) =>
      sendAttempt(tx, jobs, { deliveryId: id, attempt: attemptsMade + 1, ref }),
    ),
  );
}

/** Calls that are asked for again by one request; each batch is a transaction of its own. */
const maxCalledAtOnce = 1_000;
const batchSize = 50;

/** Before the first of all ids. */
const noId = '00000000-0000-0000-0000-000000000000';

/** Those that somebody has selected, or those that fail. */
export type CallsToRepeat = { ids: string[] } | Omit<FailingFilter, 'scope'>;

interface Repeated {
  /** Ids of the calls that are due now. */
  called: string[];
  /** Left alone: their round counts no more, they were called again too often, or somebody has asked meanwhile. */
  left: number;
  /** Whether there may be more than `maxCalledAtOnce`. */
  isMore: boolean;
}

/**
 * Calls the signing application again about many records, at once, each as the same delivery (see `redeliver`). What
 * was asked for since `asked` is not asked for again: a form that is sent twice does nothing the second time.
 *
 * @param request.asked  when the page was made that asks
 * @throws SigningError  `delivery_not_current` when no signing application is configured
 */
export async function redeliverMany(
  deps: CallDeps,
  { calls, ...asking }: { calls: CallsToRepeat; actor: string; scope: Scope; asked: Date },
): Promise<Repeated> {
  if (!deps.hasWebhook) {
    const message = 'no signing application is configured (webhook.signature.uri)';
    throw new SigningError('delivery_not_current', message);
  }
  const called: string[] = [];
  let seen = 0;
  for (let after = noId; ; ) {
    const batch = await nextBatch(deps, { ...asking, calls, after, seen });
    if (batch.length > 0) called.push(...(await repeatBatch(deps, { ...asking, ids: batch })));
    seen += batch.length;
    after = batch.at(-1) ?? after;
    if (batch.length < batchSize || seen >= maxCalledAtOnce)
      return {
        called,
        left: seen - called.length,
        isMore: batch.length === batchSize && 'ids' in calls === false,
      };
  }
}

async function nextBatch(
  { db }: CallDeps,
  options: { calls: CallsToRepeat; scope: Scope; asked: Date; after: string; seen: number },
): Promise<string[]> {
  const { calls, scope, asked, after, seen } = options;
  if ('ids' in calls) return calls.ids.slice(seen, seen + batchSize);
  return findFailing(db.pool, { ...calls, scope, asked, after, limit: batchSize });
}

/** @returns those of them that are called again */
function repeatBatch(
  { db, jobs, now }: CallDeps,
  { ids, actor, scope, asked }: { ids: string[]; actor: string; scope: Scope; asked: Date },
): Promise<string[]> {
  return inTransaction(db, async (tx) => {
    const found = await deliveries.findRedeliverable(tx, { ids, asked });
    const due = found.filter(
      (delivery) =>
        isInScope(scope, delivery.signable) &&
        isRedeliverable(delivery, delivery.signable) &&
        delivery.redeliveries < maxRedeliveriesPerRound,
    );
    await reopen({ tx, at: now(), actor }, { due, jobs });
    return due.map(({ id }) => id);
  });
}
