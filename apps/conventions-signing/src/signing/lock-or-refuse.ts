import type { Transaction } from '../data/open-database.ts';
import { type LockedSignable, lockSignable } from '../data/signables.ts';
import { SigningError } from './errors.ts';
import type { SignableRef } from './signable.ts';

/**
 * Locks a record for a change.
 *
 * @throws SigningError  `signable_not_found`
 */
export async function lockOrRefuse(tx: Transaction, ref: SignableRef): Promise<LockedSignable> {
  const signable = await lockSignable(tx, ref);
  if (signable === null) throw signableNotFound(ref);
  return signable;
}

/** The answer to a number that names no record. */
export function signableNotFound({ kind, number }: SignableRef): SigningError {
  return new SigningError('signable_not_found', `there is no ${kind} with the id ${number}`);
}

/** What the vendor may change only while a round counts. */
export function refuseDraft({ state }: { state: string }, { kind, number }: SignableRef): void {
  if (state !== 'draft') return;
  throw new SigningError(
    'not_in_signing',
    `${kind} ${number} is a draft: it takes signed documents and dates once it was sent for signature`,
  );
}
