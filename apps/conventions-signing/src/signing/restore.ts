import { type DeliveryRecord, findDelivery, readDelivery } from '../data/deliveries.ts';
import { type FormerRound, findFormerRound } from '../data/find-restorable.ts';
import { addToHistory, type Change, findRoundEvents } from '../data/history.ts';
import { type LockedSignable, updateState } from '../data/signables.ts';
import { findSignatories, restoreDates } from '../data/signatories.ts';
import { restorableRound, type SetAside } from '../domain/restorable-round.ts';
import type { SignableState } from '../domain/signable.ts';
import { lockInTurn, type RecordChange } from './change-record.ts';
import { type CallDeps, setAsideRound } from './enter-signing.ts';
import { SigningError } from './errors.ts';
import { once, type Repeatable } from './once.ts';
import { reopen } from './redeliver.ts';

/** So far back is looked for the beginning of a round. */
const maxRounds = 100;

/** A round that counts again. */
export interface Restored {
  state: SignableState;
  round: number;
  /** The round that had followed it, which had received nothing; null when it was taken back to draft. */
  setAside: SetAside | null;
  /** Whether the signing application had been told of that one. It is not told that it counts no more. */
  wasTold: boolean;
  /** The call about the restored round, when it was never made and is due again; null otherwise. */
  delivery: DeliveryRecord | null;
}

/**
 * Makes a round count again that was set aside by mistake: by a new round that has received nothing, neither date nor
 * deposit nor refusal, or by the way back to a draft that was not changed since. Its dates, deposits and refusal count
 * again, and the round that had followed is set aside. A call about it that had been cancelled before anybody heard of
 * it is made.
 *
 * @param request.round  the one that is to count again: somebody else's restore must not lead to another one
 * @throws SigningError  `signable_not_found`, `changed_meanwhile`, `not_restorable`, `right_withdrawn`, `idempotency_key_reused`
 */
export function restore<Answer>(
  deps: CallDeps,
  request: RecordChange & Repeatable<Restored, Answer> & { round: number; reason?: string | undefined },
): Promise<Answer> {
  const { ref, actor, expected, scope, round, reason, ...repeatable } = request;
  return once(deps, { asked: { round, reason }, ...repeatable }, async (tx) => {
    const signable = await lockInTurn(deps, tx, { ref, actor, expected, scope });
    const change = { tx, at: deps.now(), actor };
    const result = await bringBack(deps, change, { signable, round, reason });
    return { signableId: signable.id, result };
  });
}

async function bringBack(
  deps: CallDeps,
  change: Change,
  { signable, round, reason }: { signable: LockedSignable; round: number; reason: string | undefined },
): Promise<Restored> {
  const { tx } = change;
  const { id: signableId } = signable;
  const restored = restorableRound(signable, await findRoundEvents(tx, signableId, maxRounds));
  if (restored?.round !== round) {
    const counts = signable.state !== 'draft' && signable.round === round;
    const why = counts ? 'it counts already' : 'it is not the one that was set aside last';
    throw notRestorable(signable, round, why);
  }
  const former = await findFormerRound(tx, { signableId, round });
  if (former === null) throw notRestorable(signable, round, 'its beginning is not known any more');
  const following =
    signable.state === 'draft' ? null : await findFormerRound(tx, { signableId, round: signable.round });
  const setAside = await setAsideRound(change, signable);
  if (signable.state !== 'draft' && (signable.state !== 'signing' || holdsAnything(setAside))) {
    const message = `round ${signable.round}, which followed it, has received something`;
    throw notRestorable(signable, round, message);
  }
  const { length: people } = await findSignatories(tx, signable);
  restoreDates(tx, signableId, restored.dates);
  const state = stateOf(former, { isDated: restored.dates.length === people });
  const { startedAt: roundStartedAt, due: dueOn, signedOutside } = former;
  updateState(tx, signableId, { state, round, roundStartedAt, dueOn, signedOutside });
  const delivery = state === 'signing' ? await callAgain(deps, change, former) : null;
  addToHistory(change, { signableId, event: 'restored', detail: { round, reason, setAside } });
  return { state, round, setAside, wasTold: following?.delivery?.state === 'delivered', delivery };
}

/** As it was when it was set aside: nothing has changed about a round since. */
function stateOf(
  { signedOutside, isRefused, isDeposited }: FormerRound,
  { isDated }: { isDated: boolean },
): SignableState {
  if (signedOutside) return 'signed';
  if (isRefused) return 'refused';
  return isDated && isDeposited ? 'signed' : 'signing';
}

function holdsAnything(setAside: SetAside | null): boolean {
  return setAside !== null && setAside.dates.length + setAside.deposits.length > 0;
}

/** Makes the call about a round that was cancelled with it, as the same delivery. */
async function callAgain(
  { jobs, hasWebhook }: CallDeps,
  change: Change,
  { delivery }: FormerRound,
): Promise<DeliveryRecord | null> {
  if (delivery?.state !== 'cancelled' || !hasWebhook) return null;
  const found = await findDelivery(change.tx, delivery.id);
  if (found === null) return null;
  await reopen(change, { due: [found], jobs });
  return readDelivery(change.tx, delivery.id);
}

function notRestorable({ kind, number }: LockedSignable, round: number, why: string): SigningError {
  return new SigningError('not_restorable', `round ${round} of ${kind} ${number} cannot count again: ${why}`);
}
