import { mayDo } from '../accounts/roles.ts';
import { findActorRights } from '../data/actor-rights.ts';
import type { Change } from '../data/history.ts';
import { SigningError } from '../signing/errors.ts';
import type { Scope } from '../signing/scope.ts';

/**
 * Whether whoever asked may still do it, now that the turn of a record has come: a right that was taken away ends what
 * was asked for before.
 *
 * @returns what they see by now
 * @throws SigningError  `right_withdrawn`
 */
export async function refuseWithoutRight({ tx, at, actor }: Change): Promise<Scope> {
  const rights = await findActorRights(tx, actor, at);
  if (rights === null || (rights.role !== null && !mayDo(rights.role, 'send'))) {
    const message = 'whoever asked for this has no right to it any more';
    throw new SigningError('right_withdrawn', message);
  }
  return rights.scope;
}
