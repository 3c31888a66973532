import { type FailingFilter, findFailing } from '../data/failing-calls.ts';
import { inTransaction } from '../data/open-database.ts';
import { findRedeliverable } from '../data/reopen-deliveries.ts';
import { isInScope, type Scope } from '../domain/scope.ts';
import { isRedeliverable } from '../domain/signable.ts';
import type { CallDeps } from './enter-signing.ts';
import { SigningError } from './errors.ts';
import { reopen } from './redeliver.ts';
import { maxRedeliveriesPerRound } from './round-limits.ts';

/** Calls that are asked for again by one request; each batch is a transaction of its own. */
const maxCalledAtOnce = 1_000;
const batchSize = 50;

/** Before the first of all ids. */
const noId = '00000000-0000-0000-0000-000000000000';

/** Those that somebody has selected, or those that fail. */
export type CallsToRepeat = { ids: string[] } | Omit<FailingFilter, 'scope'>;

export interface Repeated {
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
  {
    calls,
    scope,
    asked,
    after,
    seen,
  }: { calls: CallsToRepeat; scope: Scope; asked: Date; after: string; seen: number },
): Promise<string[]> {
  if ('ids' in calls) return calls.ids.slice(seen, seen + batchSize);
  return findFailing(db.pool, { ...calls, scope, asked, after, limit: batchSize });
}

/** @returns those of them that are called again */
function repeatBatch(
  { db, jobs, now }: CallDeps,
  { ids, actor, scope, asked }: { ids: string[]; actor: string; scope: Scope; asked: Date },
): Promise<string[]> {
  return inTransaction(db, async (tx) => {
    const found = await findRedeliverable(tx, { ids, asked });
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
