import type { Writing } from '../data/open-database.ts';
import type { LockedSignable } from '../data/signables.ts';
import { isInScope } from '../domain/scope.ts';
import { type ChangeDeps, lockOrRefuse, type RecordChange } from './change-record.ts';
import { signableNotFound } from './refusals.ts';
import { type ConfiguredTokens, refuseWithoutRight } from './refuse-without-right.ts';

/** Whoever waits longer for a record is asked again whether they may change it: they were let in before. */
const longWaitMs = 100;

/**
 * As `lockOrRefuse`, for whoever was let in just now: who had to wait for the record must still have the right to change
 * it, and see it. Nobody else is asked again, which would be a statement more for each change.
 *
 * @throws SigningError  `signable_not_found`, `changed_meanwhile`, `right_withdrawn`
 */
export async function lockInTurn(
  { configuredTokens, now }: Pick<ChangeDeps, 'now'> & ConfiguredTokens,
  tx: Writing,
  { ref, actor, expected, scope }: RecordChange,
): Promise<LockedSignable> {
  const askedAt = performance.now();
  const signable = await lockOrRefuse(tx, ref, { expected, scope });
  if (performance.now() - askedAt < longWaitMs) return signable;
  const scopeNow = await refuseWithoutRight({ tx, at: now(), actor }, { configuredTokens });
  if (!isInScope(scopeNow, signable)) throw signableNotFound(ref);
  return signable;
}
