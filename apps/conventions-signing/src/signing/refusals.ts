import { SigningError } from './errors.ts';
import type { SignableRef } from './signable.ts';

/** The answer to a number that names no record. */
export function signableNotFound({ kind, number }: SignableRef): SigningError {
  return new SigningError('signable_not_found', `there is no ${kind} with the id ${number}`);
}

/**
 * The signing application may change a record only while a round counts.
 *
 * @throws SigningError  `not_in_signing`
 */
export function refuseDraft({ state }: { state: string }, { kind, number }: SignableRef): void {
  if (state !== 'draft') return;
  throw new SigningError(
    'not_in_signing',
    `${kind} ${number} is a draft: it takes signed documents and dates once it was sent for signature`,
  );
}
