import { isReferenceTaken } from '../data/signables.ts';
import { isInScope, type Placed, type Scope } from '../domain/scope.ts';
import type { SignableRef, SignableState } from '../domain/signable.ts';
import { SigningError } from './errors.ts';
import type { SupersededDocument } from './superseded-document.ts';

/** The answer to a number that names no record. */
export function signableNotFound({ kind, number }: SignableRef): SigningError {
  return new SigningError('signable_not_found', `there is no ${kind} with the id ${number}`);
}

/**
 * Whoever registers must see what they register.
 *
 * @throws SigningError  `out_of_scope`
 */
export function refuseOutOfScope(scope: Scope, placed: Placed): void {
  if (scope === 'everything' || isInScope(scope, placed)) return;
  const { departments, workflows } = scope;
  const [pointer, names] =
    departments.length > 0 ? ['/department', departments] : ['/metadata/workflowId', workflows];
  const message = `must be one that you may register for: ${names.join(', ')}`;
  throw new SigningError('out_of_scope', `${pointer} ${message}; nothing was changed`, {
    problems: [{ pointer, message }],
  });
}

/**
 * The signing application may change a record only while a round counts, and nothing that staff recorded as signed
 * elsewhere: a scan and its dates are not its own to replace.
 *
 * @throws SigningError  `not_in_signing`, `signed_outside`, `round_refused`
 */
export function refuseUnlessOpen(
  { state, signedOutside }: { state: SignableState; signedOutside: boolean },
  ref: SignableRef,
): void {
  const { kind, number } = ref;
  if (state === 'draft') {
    const message = `${kind} ${number} is a draft: it takes signed documents and dates once it was sent for signature`;
    throw new SigningError('not_in_signing', message);
  }
  if (signedOutside) {
    const message = `${kind} ${number} was signed on paper or in another product, as staff recorded: end this circuit`;
    throw new SigningError('signed_outside', message);
  }
  if (state === 'refused') throw roundRefused(ref);
}

/** The answer to whatever comes for a round that somebody has refused. */
export function roundRefused({ kind, number }: SignableRef): SigningError {
  const message = `a signatory has refused to sign ${kind} ${number}, which takes nothing more in this round: end this circuit, a new call begins the next`;
  return new SigningError('round_refused', message);
}

/**
 * The answer to a signed PDF that begins with a document that was replaced since.
 *
 * @param outcome  what became of it
 */
export function supersededDocument(
  { kind, number }: SignableRef,
  deposit: { document: SupersededDocument; pointer: string; outcome: string },
): SigningError {
  const { document, pointer, outcome } = deposit;
  const { sha256, size, round } = document;
  const which =
    round === 0 ? 'a document that was never sent for signature' : `the document of round ${round}`;
  const message = `begins with ${which} (SHA-256 ${sha256}, ${size} bytes), in whose place ${kind} ${number} has another one to be signed`;
  return new SigningError('superseded_document', `this PDF ${message}; ${outcome}`, {
    problems: [{ pointer, message }],
  });
}

/**
 * Turns the database's error of a second record with the same reference into ours.
 *
 * @throws SigningError  `reference_taken`
 */
export async function refuseTakenReference<Result>(writing: Promise<Result>): Promise<Result> {
  try {
    return await writing;
  } catch (error) {
    if (!isReferenceTaken(error)) throw error;
    const message = 'another record has this reference; it must be unique';
    throw new SigningError('reference_taken', message, {
      problems: [{ pointer: '/reference', message }],
      cause: error,
    });
  }
}
