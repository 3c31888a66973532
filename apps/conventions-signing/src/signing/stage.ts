import type { StoredFailure } from '@campus/pages';
import { type CallFailure, callFailureOf } from '../deliveries/call-failure.ts';
import type { DeliveryState, Followed, SignableState } from '../domain/signable.ts';

/**
 * How far a record is, for people: `signing` alone would not tell apart what nobody has heard of yet from what
 * some have signed.
 *
 * - `calling`: the signing application is still to be told about the round
 * - `retrying`: a call has failed, another one follows
 * - `failed`: the calls were given up
 * - `signing`: the signing application knows, or there is none to be told
 */
export type Stage = SignableState | 'calling' | 'retrying' | 'failed' | 'signed-outside';

/** What is known of a delivery; `attempts` in any order, at least the last of them. */
interface KnownDelivery {
  round: number;
  state: DeliveryState;
  attempts: (StoredFailure & { number: number })[];
}

/** How far a record is in its current round. */
export function stageOf(
  record: Pick<Followed, 'state' | 'round' | 'signedOutside'> & { deliveries: KnownDelivery[] },
): Stage {
  const { state, signedOutside } = record;
  if (state === 'signed' && signedOutside) return 'signed-outside';
  if (state !== 'signing') return state;
  const delivery = deliveryOfRound(record);
  if (delivery?.state === 'failed') return 'failed';
  if (delivery?.state !== 'pending') return 'signing';
  return lastFailureOf(delivery) === null ? 'calling' : 'retrying';
}

/** The delivery of a record's current round; undefined when nobody was to be told. */
export function deliveryOfRound<Delivery extends { round: number }>(record: {
  round: number;
  deliveries: readonly Delivery[];
}): Delivery | undefined {
  const { round, deliveries } = record;
  return deliveries.find((delivery) => delivery.round === round);
}

/** Why the last attempt of a delivery failed; null when it did not, or when there was none. */
export function lastFailureOf({ attempts }: Pick<KnownDelivery, 'attempts'>): CallFailure | null {
  const last = attempts.toSorted((a, b) => b.number - a.number)[0];
  return last === undefined ? null : callFailureOf(last);
}
