import { withQuery } from '@campus/pages';
import type { Caller } from '../caller.ts';
import type { KnownRequest } from '../engine.ts';
import { objectUrl, root } from '../hyperlink.ts';
import { listAddress } from '../resource.ts';
import type { ActionRoute, Operation, Route } from '../route.ts';
import type { Row } from '../store.ts';
import { formNames } from './page-form.ts';

/** What the caller may do where a page is, beyond looking. */
export interface NextSteps<Services> {
  create: boolean;
  update: boolean;
  destroy: boolean;
  /** Of an action: its methods that take something or change something. */
  operations: readonly (readonly [method: string, operation: Operation<Services>])[];
  /** The actions that there are besides. */
  actions: readonly { route: ActionRoute<Services>; href: string }[];
}

/** @param row  the object that the route is about; null when there is none, or none for the caller */
export function nextSteps<Services>(
  route: Route<Services>,
  row: Row | null,
  { caller }: Pick<KnownRequest<Services>, 'caller'>,
): NextSteps<Services> {
  const none = { create: false, update: false, destroy: false, operations: [], actions: [] };
  if (route.kind === 'view') return none;
  const { actions, rights, lookup, path } = route.resource;
  const isTheirs = row !== null && rights.mayChange?.(caller, row) !== false;
  const opens = (action: ActionRoute<Services>) => openOperations(action, { caller, isTheirs });
  if (route.kind === 'action') return { ...none, operations: opens(route) };
  const may = (action: 'create' | 'update' | 'destroy') =>
    actions.includes(action) && rights.may(caller, action);
  const isList = route.kind === 'list';
  const address = isList ? listAddress(route.resource) : objectUrl('', path, row?.[lookup.column]);
  const reachable = isList || row !== null ? route.leadsTo.filter((action) => opens(action).length > 0) : [];
  return {
    create: isList && may('create'),
    update: isTheirs && may('update'),
    destroy: isTheirs && may('destroy') && (rights.mayRemove?.(caller, row) ?? true) === true,
    operations: [],
    actions: reachable.map((action) => ({
      route: action,
      // A form of a page says by this that it wants to see what may be done, not to do it.
      href: withQuery(action.on === 'list' ? `${root}${action.path}/` : `${address}${action.name}/`, {
        [formNames.method]: action.looksBy === 'GET' ? undefined : action.looksBy,
      }),
    })),
  };
}

function openOperations<Services>(
  { operations }: ActionRoute<Services>,
  { caller, isTheirs }: { caller: Caller; isTheirs: boolean },
): NextSteps<Services>['operations'] {
  return [...operations].filter(
    ([method, { may, finds }]) =>
      method !== 'HEAD' && method !== 'OPTIONS' && may(caller) && (finds !== 'own' || isTheirs),
  );
}
