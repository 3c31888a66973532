import type { Jobs } from '@campus/jobs';
import type { DeliveryRecord } from '../data/deliveries.ts';
import { addToHistory } from '../data/history.ts';
import { updateState } from '../data/signables.ts';
import { promiseDelivery } from '../webhook/delivery-queue.ts';
import { type ChangeDeps, lockOrRefuse, type RecordChange } from './change-record.ts';
import { once, type Repeatable } from './once.ts';
import { type SetAside, setAsideRound } from './set-aside.ts';

/** What calls the signing application works with. */
export interface CallDeps extends ChangeDeps {
  jobs: Jobs;
  /** Whether a signing application is configured: without one, a new round tells nobody. */
  hasWebhook: boolean;
}

/** The round that began. */
export interface RoundStarted {
  round: number;
  /** The promise to tell the signing application; null when none is configured. */
  delivery: DeliveryRecord | null;
  /** What the round replaced; null when none counted. */
  setAside: SetAside | null;
}

/**
 * Begins a signing round: from draft the first or next one, from signing or signed a new one that sets
 * the earlier dates and deposits aside. The new state and the delivery commit together, so that there is
 * no round without its call and no call without its round.
 *
 * @throws SigningError  `signable_not_found`, `changed_meanwhile`, `idempotency_key_reused`
 * @see contract conventions-signing §3, §6
 */
export function enterSigning<Answer>(
  deps: CallDeps,
  { ref, actor, expected, ...repeatable }: RecordChange & Repeatable<RoundStarted, Answer>,
): Promise<Answer> {
  return once(deps, repeatable, async (tx) => {
    const signable = await lockOrRefuse(tx, ref, expected);
    const signableId = signable.id;
    const at = deps.now();
    const change = { tx, at, actor };
    const setAside = await setAsideRound(change, signable);
    const round = signable.round + 1;
    updateState(tx, signableId, { state: 'signing', round, roundStartedAt: at, signedOutside: false });
    const delivery = deps.hasWebhook
      ? await promiseDelivery(tx, deps.jobs, { signableId, ref, round, createdAt: at })
      : null;
    const detail = { round, delivery: delivery?.id ?? null, setAside };
    addToHistory(change, { signableId, event: 'signing-started', detail });
    return { signableId, result: { round, delivery, setAside } };
  });
}
