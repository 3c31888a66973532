import type { formatRefusal } from './contract-date.ts';
import type { SignableState } from './signable.ts';

/** What counted in a round until it was ended by a new one or by the way back to draft. */
export type SetAside = {
  round: number;
  /** The signing application's identifier, so that staff can close its side; null when it gave none. */
  reference: string | null;
  dates: { mail: string; order: number; signatureDate: string; submissionDate: string | null }[];
  /** Versions of the signed document; they stay readable. */
  deposits: number[];
  /** Absent when nobody has refused. */
  refusal?: ReturnType<typeof formatRefusal>;
  /** Deliveries that were still pending. */
  cancelledDeliveries: string[];
};

/** What the history tells about the rounds of a record. */
export interface RoundEvents {
  /** What began or ended one, the newest first: `signing-started`, `returned-to-draft`, `restored`. */
  ends: readonly RoundEvent[];
  /** When its document and data were registered that are there now; null when nobody knows. */
  registered: RoundEvent | null;
}

interface RoundEvent {
  id: bigint;
  event: string;
  detail: unknown;
}

/**
 * What was set aside last before the round that counts, or before the draft: what a restore would bring back, unless
 * something has come since. Null when there was nothing, when the record has another document or other data now, and
 * once it was erased.
 */
export function restorableRound(
  { state, round }: { state: SignableState; round: number },
  { ends, registered }: RoundEvents,
): SetAside | null {
  if (state === 'draft') return leftBehind(ends[0], registered);
  const began = ends.findIndex(
    ({ event, detail }) => event === 'signing-started' && read(detail).round === round,
  );
  if (began === -1) return null;
  const { setAside } = read(ends[began]?.detail);
  return setAside ?? leftBehind(ends[began + 1], registered);
}

/** What the way back to draft has set aside, of a draft that was not changed since. */
function leftBehind(end: RoundEvent | undefined, registered: RoundEvent | null): SetAside | null {
  if (end?.event !== 'returned-to-draft' || registered === null || registered.id > end.id) return null;
  return read(end.detail).setAside ?? null;
}

/** As the signing room has written it; empty once erased. */
function read(detail: unknown): { round?: number; setAside?: SetAside | null } {
  return detail as { round?: number; setAside?: SetAside | null };
}
