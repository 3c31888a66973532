import type { Jobs } from '@campus/jobs';
import type { Log } from '@campus/server';
import { callGroup, type DeliveryWithSignable, findDelivery, insertAttempt } from '../data/deliveries.ts';
import { addToHistory, serviceActor } from '../data/history.ts';
import type { Database } from '../data/open-database.ts';
import { lockSignable } from '../data/signables.ts';
import { type CallOutcome, callWebhook, type WebhookTarget } from './call-webhook.ts';
import { nextAttemptAt } from './delivery-policy.ts';
import { type DeliveryJob, deliveryQueue } from './delivery-queue.ts';

export interface DeliveryDeps {
  db: Database;
  jobs: Jobs;
  log: Log;
  target: WebhookTarget;
  now: () => Date;
}

/** Calls at a time in one process; a signing application that does not answer holds one for 30 s. */
const callsAtATime = 8;

/** Makes the calls that are due, until the queue stops. */
export function startDelivering(deps: DeliveryDeps): Promise<void> {
  return deps.jobs.work(deliveryQueue, callsAtATime, (job, signal) => deliver(deps, job, signal));
}

/**
 * One attempt of one delivery: load, call, record, settle. Safe to run twice: an attempt that was recorded
 * is not made again. A delivery that was cancelled meanwhile ends quietly; cancelled during the call, the
 * attempt is recorded and nothing follows.
 */
async function deliver(deps: DeliveryDeps, job: DeliveryJob, signal: AbortSignal): Promise<void> {
  const delivery = await findDelivery(deps.db, job.deliveryId);
  if (delivery === null || delivery.state !== 'pending' || delivery._count.attempts >= job.attempt) return;
  const outcome = await callWebhook(deps.target, {
    ref: delivery.signable,
    deliveryId: delivery.id,
    attempt: job.attempt,
    signal,
  });
  await settle(deps, delivery, { attempt: job.attempt, outcome });
  const { status, error, durationMs } = outcome;
  const facts = {
    delivery: delivery.id,
    ...delivery.signable,
    attempt: job.attempt,
    status,
    error,
    durationMs,
  };
  if (error === null) deps.log.info(facts, 'signing application called');
  else deps.log.warn(facts, 'the call to the signing application failed');
}

/** Records the attempt and what follows from it, in one transaction with the job of the next attempt. */
async function settle(
  { db, jobs, now }: DeliveryDeps,
  { id, signable: ref, signableId, giveUpAt }: DeliveryWithSignable,
  { attempt, outcome }: { attempt: number; outcome: CallOutcome },
): Promise<void> {
  const { startedAt, durationMs, status, error, reference, retryAfterMs } = outcome;
  await db.prisma.$transaction(async (tx) => {
    // Erased meanwhile: there is nothing left to record it with.
    if ((await lockSignable(tx, ref)) === null) return;
    const made = await tx.attempt.count({ where: { deliveryId: id } });
    if (made >= attempt) return;
    await insertAttempt(tx, { deliveryId: id, number: attempt, startedAt, durationMs, status, error });
    if (error === null && reference !== null)
      await tx.delivery.update({ where: { id }, data: { reference } });
    const { state } = await tx.delivery.findUniqueOrThrow({ where: { id }, select: { state: true } });
    if (state !== 'pending') return;

    const at = now();
    if (error === null) {
      await tx.delivery.update({ where: { id }, data: { state: 'delivered', nextAttemptAt: null } });
      const detail = { delivery: id, attempt, reference };
      await addToHistory(tx, { signableId, at, event: 'delivered', actor: serviceActor, detail });
      return;
    }
    const next = nextAttemptAt({ attempt, failedAt: at, giveUpAt, retryAfterMs, random: Math.random() });
    if (next === null) {
      await tx.delivery.update({ where: { id }, data: { state: 'failed', nextAttemptAt: null } });
      const detail = { delivery: id, attempts: attempt, error };
      await addToHistory(tx, { signableId, at, event: 'delivery-failed', actor: serviceActor, detail });
      return;
    }
    await tx.delivery.update({ where: { id }, data: { nextAttemptAt: next } });
    await jobs.send(
      tx,
      deliveryQueue,
      { deliveryId: id, attempt: attempt + 1 },
      { startAfter: next, group: callGroup(ref) },
    );
  });
}
