import type { Transaction } from '../data/open-database.ts';
import { type LockedSignable, lockSignable } from '../data/signables.ts';
import { signableNotFound } from './refusals.ts';
import type { SignableRef } from './signable.ts';

/**
 * Locks a record for a change.
 *
 * @throws SigningError  `signable_not_found`
 */
export async function lockOrRefuse(tx: Transaction, ref: SignableRef): Promise<LockedSignable> {
  const signable = await lockSignable(tx, ref);
  if (signable === null || signable.state === 'erased') throw signableNotFound(ref);
  return signable;
}
