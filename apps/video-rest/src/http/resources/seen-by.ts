import * as rest from '@campus/rest';
import { isStaff } from '../../domain/ownership.ts';
import { owns } from './rights.ts';
import { users } from './users.ts';

/** Fields that are there for everybody who is shown the object, and say something to a few only. */

/**
 * Nothing, as an empty list, null or an empty text, to everybody but staff and those for whom `isFor` holds. So that no
 * order tells it to others, lists are ordered by other fields.
 */
export function seenBy(
  isFor: (caller: rest.Caller, row: rest.Row) => boolean,
  declared: rest.DeclaredField<unknown>,
): rest.DeclaredField<unknown> {
  return (name) => {
    const field = declared(name);
    const nothing = field.isList ? [] : field.nullable ? null : '';
    const isShownTo = (caller: rest.Caller, row: rest.Row) => isStaff(caller) || isFor(caller, row);
    return {
      ...field,
      columnsIn: () => [],
      isShownTo,
      show: (row, context) => (isShownTo(context.caller, row) ? field.show(row, context) : nothing),
    };
  };
}

/** Nothing to everybody but staff. */
export function seenByStaff(declared: rest.DeclaredField<unknown>): rest.DeclaredField<unknown> {
  return seenBy(() => false, declared);
}

/** Who owns something beside its owner; whoever does not own it is told of the owner alone. */
export function additionalOwners(): rest.DeclaredField<unknown> {
  const label = ['Additional owners', 'Propriétaires supplémentaires'] as const;
  return seenBy(
    owns,
    rest.links(() => users, { label }),
  );
}
