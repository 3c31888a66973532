import { findActorRights } from '../data/actor-rights.ts';
import type { Change } from '../data/history.ts';
import { mayDo } from '../domain/roles.ts';
import type { Scope } from '../domain/scope.ts';
import { SigningError } from './errors.ts';

/** Programs that may ask for something without a record of their token. */
export interface ConfiguredTokens {
  /** Fingerprints of those of the management API that are configured now. */
  configuredTokens: ReadonlySet<string>;
}

/**
 * Whether whoever asked may still do it, now that the turn of a record has come: a right that was taken away ends what
 * was asked for before.
 *
 * @returns what they see by now
 * @throws SigningError  `right_withdrawn`
 */
export async function refuseWithoutRight(
  { tx, at, actor }: Change,
  { configuredTokens: configured }: ConfiguredTokens,
): Promise<Scope> {
  const rights = await findActorRights(tx, actor, { at, configured });
  if (rights === null || (rights.role !== null && !mayDo(rights.role, 'send'))) {
    const message = 'whoever asked for this has no right to it any more';
    throw new SigningError('right_withdrawn', message);
  }
  return rights.scope;
}
