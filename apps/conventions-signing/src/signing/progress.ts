import type { Followed, Signatory, SignatoryDates } from '../domain/signable.ts';

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
