import { type DeclaredField, links } from '@campus/rest';
import { owns } from './rights.ts';
import { seenBy } from './seen-by.ts';
import { users } from './users.ts';

/** Who owns something beside its owner; whoever does not own it is told of the owner alone. */
export function additionalOwners(): DeclaredField<unknown> {
  const label = { en: 'Additional owners', fr: 'Propriétaires supplémentaires' };
  return seenBy(
    owns,
    links(() => users, { label }),
  );
}
