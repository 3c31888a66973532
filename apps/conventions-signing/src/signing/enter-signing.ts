import type { DeliveryRecord } from '../data/deliveries.ts';
import { addToHistory } from '../data/history.ts';
import { updateState } from '../data/signables.ts';
import { promiseDelivery } from '../webhook/promise-delivery.ts';
import type { SigningDeps } from './dependencies.ts';
import { lockOrRefuse } from './lock-or-refuse.ts';
import { once, type Repeatable } from './once.ts';
import { type SetAside, setAsideRound } from './set-aside.ts';
import type { SignableRef } from './signable.ts';
import { refuseStale, type Standing } from './standing.ts';

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
 * @param expected  where the record stood when somebody decided; absent: however it stands
 * @throws SigningError  `signable_not_found`, `changed_meanwhile`, `idempotency_key_reused`
 * @see contract conventions-signing §3, §6
 */
export function enterSigning<Answer>(
  deps: SigningDeps,
  {
    ref,
    actor,
    expected,
    key,
    show,
  }: { ref: SignableRef; actor: string; expected?: Standing | undefined } & Repeatable<RoundStarted, Answer>,
): Promise<Answer> {
  return once(deps, {
    asked: {},
    key,
    show,
    work: async (tx) => {
      const signable = await lockOrRefuse(tx, ref);
      refuseStale(signable, expected, ref);
      const at = deps.now();
      const setAside = await setAsideRound(tx, signable, { at, actor });
      const round = signable.round + 1;
      await updateState(tx, signable.id, {
        state: 'signing',
        round,
        roundStartedAt: at,
        signedOutside: false,
      });
      const delivery = deps.hasWebhook
        ? await promiseDelivery(tx, deps.jobs, { signableId: signable.id, ref, round, createdAt: at })
        : null;
      await addToHistory(tx, {
        signableId: signable.id,
        at,
        event: 'signing-started',
        actor,
        detail: {
          round,
          delivery: delivery?.id ?? null,
          setAside,
        },
      });
      return { signableId: signable.id, result: { round, delivery, setAside } };
    },
  });
}
