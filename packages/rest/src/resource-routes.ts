import type { Translated } from '@campus/pages';
import { actionRoutes } from './actions/declared.ts';
import { describeList, describeObject } from './actions/describe.ts';
import { destroy } from './actions/destroy.ts';
import { list } from './actions/list.ts';
import { create, update } from './actions/write.ts';
import { ok } from './outcome.ts';
import type { Resource } from './resource.ts';
import type { Action } from './rights.ts';
import type { Operation, ResourceRoute } from './route.ts';
import { showRows } from './show-rows.ts';

/**
 * The routes of a resource, in the order in which they are matched: an action on the list comes before the object that
 * would have its name.
 *
 * @param pluralOf  what the rows of a table are called, which may refer to an object
 */
export function resourceRoutes<Services>(
  resource: Resource<Services>,
  pluralOf: (table: string) => Translated,
): ResourceRoute<Services>[] {
  const { path, lookup, actions, fields } = resource;
  const get = list(resource);
  const ofList = offered(
    { GET: ['list', get], POST: ['create', create(resource)], HEAD: ['list', get] },
    actions,
  );
  ofList.set('OPTIONS', describeList(resource));
  const look = retrieve(resource);
  const ofObject = offered(
    {
      GET: ['retrieve', look],
      PUT: ['update', update(resource, 'replace')],
      PATCH: ['update', update(resource, 'patch')],
      DELETE: ['destroy', destroy(resource, pluralOf)],
      HEAD: ['retrieve', look],
    },
    actions,
  );
  ofObject.set('OPTIONS', describeObject(resource));
  const common = { resource, takes: fields, looksBy: 'GET' } as const;
  const declared = actionRoutes(resource);
  const leadsTo = {
    list: declared.filter(({ on }) => on === 'list'),
    object: declared.filter(({ on }) => on === 'object'),
  };
  return [
    { kind: 'list', path: `/${path}`, leadsTo: leadsTo.list, ...common, ...among(ofList) },
    ...declared,
    {
      kind: 'object',
      path: `/${path}/:${lookup.column}`,
      leadsTo: leadsTo.object,
      ...common,
      ...among(ofObject),
    },
  ];
}

function retrieve<Services>(resource: Resource<Services>): Operation<Services> {
  return {
    may: (caller) => resource.rights.may(caller, 'retrieve'),
    changes: false,
    finds: 'seen',
    async act(work, row) {
      const [shown] = await showRows(resource, [row], work);
      return ok(shown);
    },
  };
}

/** Those of the operations whose actions the resource has, by method, in the order of the Allow header. */
function offered<Services>(
  table: Record<string, readonly [Action, Operation<Services>]>,
  actions: readonly Action[],
): Map<string, Operation<Services>> {
  const own = Object.entries(table).filter(([, [action]]) => actions.includes(action));
  return new Map(own.map(([method, [, operation]]) => [method, operation]));
}

function among<Services>(operations: ReadonlyMap<string, Operation<Services>>) {
  return {
    allow: [...operations.keys()].join(', '),
    operationOf: (method: string) => operations.get(method),
  };
}
