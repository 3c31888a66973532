import type { StoredFailure } from '@campus/pages';
import { type CallFailure, callFailureOf } from '../deliveries/call-failure.ts';
import type {
  DeliveryState,
  Followed,
  SignableState,
  Signatory,
  SignatoryDates,
} from '../domain/signable.ts';

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

/** Where a signature stands, so that a dashboard needs no second call. */
export interface Progress {
  /** Signatories of the current round who have a date. */
  signed: number;
  total: number;
  /** Whose turn it is: those of the lowest order without a date. Empty unless in signing. */
  waitingFor: (Signatory & SignatoryDates)[];
  /**
   * Since when it is their turn: the round's beginning, or the last date of those before them when it is
   * later. A date in the future does not count.
   */
  waitingSince: Date | null;
  /** Whether a signed PDF of the current round has arrived. */
  documentDeposited: boolean;
}

/** The progress of a record's current round. */
export function progressOf(record: Omit<Followed, 'signedOutside'>, now: Date): Progress {
  const { state, round, roundStartedAt, signatories, deposits } = record;
  const missing = signatories.filter(({ signatureDate }) => signatureDate === null);
  const next = Math.min(...missing.map(({ order }) => order));
  const waitingFor = state === 'signing' ? missing.filter(({ order }) => order === next) : [];
  const before = signatories.flatMap(({ order, signatureDate }) =>
    signatureDate !== null && signatureDate <= now && order < next ? [signatureDate.getTime()] : [],
  );
  return {
    signed: signatories.length - missing.length,
    total: signatories.length,
    waitingFor,
    waitingSince:
      waitingFor.length === 0 || roundStartedAt === null
        ? null
        : new Date(Math.max(roundStartedAt.getTime(), ...before)),
    documentDeposited: roundStartedAt !== null && deposits.some((deposit) => deposit.round === round),
  };
}
