import type { Translated } from '@campus/pages';
import { nameRoute } from '@campus/service';
import express, {
  type ErrorRequestHandler,
  type Request,
  type RequestHandler,
  type Response,
  type Router,
} from 'express';
import { actionRoutes } from './actions/declared.ts';
import { describeList, describeObject } from './actions/describe.ts';
import { destroy } from './actions/destroy.ts';
import { list } from './actions/list.ts';
import { create, update } from './actions/write.ts';
import type { Engine } from './engine.ts';
import { root } from './hyperlink.ts';
import { ok } from './outcome.ts';
import { endings } from './pipeline/negotiate.ts';
import { run } from './pipeline/run.ts';
import { listAddress, type Resource } from './resource.ts';
import type { Action } from './rights.ts';
import type { Operation, ResourceRoute } from './route.ts';
import { showRows } from './show-rows.ts';
import { type OwnRoute, ownRoute, patternOf } from './view.ts';

/**
 * The routes of all resources, to be mounted at the root of the API: each with and without a final slash, and with
 * the endings that name a format.
 *
 * A router for each first part of an address, since Express tries one pattern after the other: over all resources, those
 * of a request and of its refusal took 80 µs.
 */
export function resourceRouter<Services>(
  resources: readonly Resource<Services>[],
  engine: Engine<Services>,
): RequestHandler {
  const routers = new Map<string, Router>();
  const routerAt = (path: string): Router => {
    const name = firstPartOf(path);
    const router = routers.get(name) ?? express.Router({ caseSensitive: true });
    routers.set(name, router);
    return router;
  };
  const byTable = new Map(resources.map((resource) => [resource.table, resource]));
  const pluralOf = (table: string) => byTable.get(table)?.plural ?? { en: table, fr: table };
  for (const resource of resources) {
    const routes = resourceRoutes(resource, pluralOf);
    for (const route of routes) {
      const paths = [...endings.map((ending) => `${route.path}{/}${ending}`), route.path];
      routerAt(route.path).all(paths, (request, response) => {
        const key = request.params[resource.lookup.column];
        return answerAt(route, { request, response, key: typeof key === 'string' ? key : '' });
      });
    }
    const ofObject = routes.find(({ kind }) => kind === 'object');
    // Express refuses a key whose percent-encoding is broken before it asks a route. It is one that no object has.
    const brokenKey: ErrorRequestHandler = (error: unknown, request, response, next) => {
      const [key = '', ...more] = request.path.split('/').filter((part) => part !== '');
      const isOfPath = error instanceof URIError && request.route === undefined && key !== '';
      if (!isOfPath || more.length > 0 || ofObject === undefined) return next(error);
      return answerAt(ofObject, { request, response, key: endings.reduce(withoutEnd, key) });
    };
    routerAt(`/${resource.path}`).use(`/${resource.path}`, brokenKey);
  }
  return (request, response, next) => {
    const router = routers.get(firstPartOf(request.path));
    if (router === undefined) next();
    else router(request, response, next);
  };

  function answerAt(
    route: ResourceRoute<Services>,
    asked: { request: Request; response: Response; key: string },
  ): Promise<void> {
    nameRoute(asked.request, `${root}${route.path}/`);
    return run({ engine, route, ...asked });
  }
}

/** The routes that the API has beside its resources, to be mounted likewise. */
export function ownRouter<Services>(engine: Engine<Services>, routes: readonly OwnRoute<Services>[]): Router {
  const router = express.Router();
  for (const declared of routes) {
    const answer = ownRoute(engine, declared);
    router.all(patternOf(declared.path), (request, response) => {
      nameRoute(request, declared.path);
      return answer(request, response);
    });
  }
  return router;
}

/** Without the ending that names a format. */
function firstPartOf(path: string): string {
  const end = path.indexOf('/', 1);
  return endings.reduce(withoutEnd, end === -1 ? path : path.slice(0, end));
}

function withoutEnd(text: string, ending: string): string {
  return text.endsWith(ending) ? text.slice(0, -ending.length) : text;
}

/**
 * The routes of a resource, in the order in which they are matched: an action on the list comes before the object that
 * would have its name.
 *
 * @param pluralOf  what the rows of a table are called, which may refer to an object
 */
function resourceRoutes<Services>(
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

/** The resources by name with the addresses of their lists. */
export function resourceIndex<Services>(
  resources: readonly Resource<Services>[],
  base: string,
): Record<string, string> {
  return Object.fromEntries(
    resources
      .filter(({ actions }) => actions.includes('list'))
      .map((resource) => [resource.path, `${base}${listAddress(resource)}`]),
  );
}
