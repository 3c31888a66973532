import { SigningError } from './errors.ts';
import type { SignableRef, SignableState } from './signable.ts';

/** The answer to a number that names no record. */
export function signableNotFound({ kind, number }: SignableRef): SigningError {
  return new SigningError('signable_not_found', `there is no ${kind} with the id ${number}`);
}

/**
 * The signing application may change a record only while a round counts, and nothing that staff recorded as signed
 * elsewhere: a scan and its dates are not its own to replace.
 *
 * @throws SigningError  `not_in_signing`, `signed_outside`
 */
export function refuseUnlessOpen(
  { state, signedOutside }: { state: SignableState; signedOutside: boolean },
  { kind, number }: SignableRef,
): void {
  if (state === 'draft') {
    const message = `${kind} ${number} is a draft: it takes signed documents and dates once it was sent for signature`;
    throw new SigningError('not_in_signing', message);
  }
  if (signedOutside) {
    const message = `${kind} ${number} was signed on paper or in another product, as staff recorded: end this circuit`;
    throw new SigningError('signed_outside', message);
  }
}
