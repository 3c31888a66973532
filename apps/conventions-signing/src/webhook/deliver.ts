import { nextAttemptAt } from '@campus/deliveries';
import type { Jobs } from '@campus/jobs';
import { storeFailure } from '@campus/pages';
import type { Log } from '@campus/service';
import * as deliveries from '../data/deliveries.ts';
import { addToHistory, type EventDetail, type HistoryEventName, serviceActor } from '../data/history.ts';
import { type Database, inTransaction } from '../data/open-database.ts';
import { lockSignable } from '../data/signables.ts';
import { callErrorText, callMessages } from '../deliveries/call-failure.ts';
import { type DeliveryJob, deliveryQueue, sendAttempt } from '../deliveries/delivery-queue.ts';
import type { Figures } from '../figures.ts';
import { askForLook } from '../mail/failure-alerts.ts';
import { type CallOutcome, callWebhook, type WebhookTarget } from './call-webhook.ts';

interface DeliveryDeps {
  db: Database;
  jobs: Jobs;
  log: Log;
  figures: Figures;
  target: WebhookTarget;
  now: () => Date;
  /** Whether somebody may be told at once of calls that fail. */
  hasMail: boolean;
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
  const delivery = await deliveries.findDelivery(deps.db.pool, job.deliveryId);
  if (delivery === null || delivery.state !== 'pending' || delivery.attemptsMade >= job.attempt) return;
  if (deps.now() > delivery.giveUpAt) return giveUp(deps, delivery);
  const { deliveryId, attempt } = job;
  const { signable: ref } = delivery;
  const outcome = await callWebhook(deps.target, { ref, deliveryId, attempt, signal });
  const { status, durationMs } = outcome;
  const error = callErrorText(outcome.failure);
  deps.figures.called({ result: error === null ? 'delivered' : 'failed', durationMs });
  const result = await settle(deps, delivery, { attempt, outcome });
  if (result !== 'pending') deps.figures.deliveryEnded(result);
  const facts = { delivery: deliveryId, ...ref, attempt, status, error, durationMs };
  const about = `${ref.kind} ${ref.number}`;
  if (error === null) deps.log.info(facts, `called the signing application about ${about}`);
  else deps.log.warn(facts, `the call to the signing application about ${about} failed: ${error}`);
}

/** Ends a delivery whose time ran out before its attempt began: no process was there to make it, or all were busy. */
async function giveUp(
  { db, jobs, figures, log, now, hasMail }: DeliveryDeps,
  { id, signable: ref, signableId }: deliveries.DeliveryWithSignable,
): Promise<void> {
  const hasEnded = await inTransaction(db, async (tx) => {
    await lockSignable(tx, ref);
    const current = await deliveries.findDelivery(tx, id);
    const at = now();
    // Somebody may have asked to call again, or taken the record back.
    if (current === null || current.state !== 'pending' || at <= current.giveUpAt) return false;
    const failure = await deliveries.findLastFailure(tx, id);
    deliveries.updateDelivery(tx, id, { state: 'failed', nextAttemptAt: null });
    const detail = { delivery: id, attempts: current.attemptsMade, ...failure };
    addToHistory({ tx, at, actor: serviceActor }, { signableId, event: 'delivery-failed', detail });
    if (hasMail) await askForLook(tx, jobs, at);
    return true;
  });
  if (!hasEnded) return;
  figures.deliveryEnded('failed');
  const message = `the call to the signing application about ${ref.kind} ${ref.number} was not made in time`;
  log.warn({ delivery: id, ...ref }, message);
}

/**
 * Records the attempt and what follows from it, in one transaction with the job of the next attempt.
 *
 * @returns how the delivery ended by it; `pending` when it goes on, or had ended otherwise
 */
async function settle(
  { db, jobs, now, hasMail }: DeliveryDeps,
  { id, signable: ref, signableId, reopenedAt: knownReopenedAt }: deliveries.DeliveryWithSignable,
  { attempt, outcome }: { attempt: number; outcome: CallOutcome },
): Promise<'delivered' | 'failed' | 'pending'> {
  const { startedAt, durationMs, status, failure, reference, retryAfterMs, exchange } = outcome;
  const stored = failure && storeFailure(callMessages, failure);
  return inTransaction(db, async (tx) => {
    const signable = await lockSignable(tx, ref);
    const current = await deliveries.findDelivery(tx, id);
    // Erased meanwhile, or recorded by another process that was taken for dead.
    if (current === null || current.attemptsMade >= attempt) return 'pending';
    deliveries.insertAttempt(tx, {
      deliveryId: id,
      number: attempt,
      startedAt,
      durationMs,
      status,
      ...stored,
    });
    // Nothing of the signing application's own words comes back into what was erased.
    const isErased = signable === null || signable.state === 'erased';
    if (!isErased) deliveries.insertExchange(tx, { deliveryId: id, number: attempt, ...exchange });
    if (failure === null && reference !== null && !isErased) deliveries.noteReference(tx, id, reference);
    if (current.state !== 'pending') return 'pending';

    const at = now();
    const note = (event: HistoryEventName, detail: EventDetail) =>
      addToHistory(
        { tx, at, actor: serviceActor },
        { signableId, event, detail: { delivery: id, ...detail } },
      );
    const { giveUpAt, reopenedAt, attemptsBefore } = current;
    // Somebody asked to call again while this call was under way: that is still owed, whatever came of this one.
    const isOwed = reopenedAt?.getTime() !== knownReopenedAt?.getTime();
    if (failure === null && !isOwed) {
      deliveries.updateDelivery(tx, id, { state: 'delivered', nextAttemptAt: null });
      note('delivered', { attempt, reference });
      return 'delivered';
    }
    const failed = { attempt: attempt - attemptsBefore, failedAt: at, giveUpAt, retryAfterMs };
    const next = isOwed ? at : nextAttemptAt({ ...failed, random: Math.random() });
    if (hasMail && (next === null || failed.attempt === 1)) await askForLook(tx, jobs, at);
    if (next === null) {
      deliveries.updateDelivery(tx, id, { state: 'failed', nextAttemptAt: null });
      note('delivery-failed', { attempts: attempt, ...stored });
      return 'failed';
    }
    deliveries.updateDelivery(tx, id, { state: 'pending', nextAttemptAt: next });
    await sendAttempt(tx, jobs, { deliveryId: id, attempt: attempt + 1, ref, startAfter: next });
    return 'pending';
  });
}
