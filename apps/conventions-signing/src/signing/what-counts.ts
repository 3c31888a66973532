import { type DeliveryState, type Followed, roundCounts } from '../domain/signable.ts';
import { deliveryOfRound } from './stage.ts';

/** What counts in the current round of a record. */
export type Counting = NonNullable<ReturnType<typeof whatCounts>>;

/**
 * What a new round or the way back to draft would set aside (see `setAsideRound`, which does it), so that people can
 * be asked before; null when no round counts.
 */
export function whatCounts(
  record: Omit<Followed, 'roundStartedAt' | 'deposits'> & {
    deposits: { version: number; round: number }[];
    deliveries: { round: number; state: DeliveryState; reference: string | null }[];
  },
) {
  const { state, round, signedOutside, signatories, deposits, deliveries } = record;
  if (!roundCounts(record, round)) return null;
  return {
    round,
    /** The signing application's identifier of the round; null when it gave none. */
    reference: deliveryOfRound({ round, deliveries })?.reference ?? null,
    /** Those who have signed. */
    signed: signatories.flatMap(({ signatureDate, ...signatory }) =>
      signatureDate === null ? [] : [{ ...signatory, signatureDate }],
    ),
    /** Versions of the signed document. */
    deposits: deposits.filter((deposit) => deposit.round === round).map(({ version }) => version),
    /** Whether the signing application is still to be told. */
    hasPendingDelivery: deliveries.some((delivery) => delivery.state === 'pending'),
    signedOutside,
    isRefused: state === 'refused',
  };
}
