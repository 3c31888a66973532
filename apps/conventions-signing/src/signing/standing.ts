import { SigningError } from './errors.ts';
import type { SignableRef, SignableState } from './signable.ts';

/** Where a record stood when somebody decided what to do with it; every step of its life changes one of these. */
export interface Standing {
  state: SignableState;
  round: number;
  /** The registered document, which is another one after each replacement. */
  documentId: number | null;
}

/**
 * Refuses what was decided about a record that has moved on since: a confirmation holds for what it named.
 *
 * @param expected  undefined: whoever asks takes the record as it is
 * @throws SigningError  `changed_meanwhile`
 */
export function refuseStale(
  { state, round, documentId }: Standing,
  expected: Standing | undefined,
  { kind, number }: SignableRef,
): void {
  if (expected === undefined) return;
  if (state === expected.state && round === expected.round && documentId === expected.documentId) return;
  const message = `${kind} ${number} has changed meanwhile: it is ${state} in round ${round}; nothing was done`;
  throw new SigningError('changed_meanwhile', message);
}
