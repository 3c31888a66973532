/**
 * From a method and an address to an action, in the order of Django REST Framework: can the caller take the
 * answer, who is it, may it, does the method exist, does the object, and only then the body.
 */
import express, { type Request, type Response, type Router } from 'express';
import { create } from './actions/create.ts';
import { describe } from './actions/describe.ts';
import { destroy } from './actions/destroy.ts';
import { find } from './actions/find.ts';
import { list } from './actions/list.ts';
import { update } from './actions/update.ts';
import { answerHeaders } from './answer-headers.ts';
import { Refusal } from './errors.ts';
import { baseOf, type Engine, type Exchange, showContext } from './exchange.ts';
import { decoded, root } from './hyperlink.ts';
import { languageOf } from './language.ts';
import { requireJson } from './negotiate.ts';
import { refuseCrossSite } from './refuse-cross-site.ts';
import type { Action, Resource } from './resource.ts';
import { showRow } from './show.ts';

/** Which action a method is, on a list and on an object, in the order of the Allow header. */
const actionOf: { list: Record<string, Action>; object: Record<string, Action> } = {
  list: { GET: 'list', POST: 'create', HEAD: 'list' },
  object: { GET: 'retrieve', PUT: 'update', PATCH: 'update', DELETE: 'destroy', HEAD: 'retrieve' },
};

/** The routes of all resources, to be mounted at the root of the API; with and without a final slash. */
export function resourceRouter<Services>(
  resources: readonly Resource<Services>[],
  engine: Engine<Services>,
): Router {
  const router = express.Router();
  const byPath = new Map(resources.map((resource) => [resource.path, resource]));
  const byTable = new Map(resources.map((resource) => [resource.table, resource]));
  const pluralOf = (table: string) => byTable.get(table)?.plural ?? { en: table, fr: table };
  const allow = new Map(resources.map((resource) => [resource, allowed(resource)]));
  const perform: Record<Action, (exchange: Exchange<Services>, key: string) => Promise<unknown>> = {
    list,
    create,
    retrieve: async (exchange, key) =>
      showRow(exchange.resource, await find(exchange, key), showContext(exchange)),
    update: (exchange, key) => update(exchange, key, exchange.request.method === 'PUT' ? 'replace' : 'patch'),
    destroy: (exchange, key) => destroy(exchange, key, pluralOf),
  };

  router.use(async (request, response, next) => {
    const [, path = '', key] = /^\/([^/]+)(?:\/([^/]+))?\/?$/.exec(withoutSuffix(request.path)) ?? [];
    const resource = byPath.get(path);
    if (resource === undefined) {
      next();
      return;
    }
    await handle(resource, request, response, key === undefined ? undefined : decoded(key));
  });
  return router;

  async function handle(
    resource: Resource<Services>,
    request: Request,
    response: Response,
    key: string | undefined,
  ): Promise<void> {
    const kind = key === undefined ? 'list' : 'object';
    const language = languageOf(request, engine.language);
    response.set(answerHeaders({ allow: allow.get(resource)?.[kind] ?? '', language }));
    requireJson(request);
    const caller = await engine.authenticate(request);
    const { method } = request;
    const action = actionOf[kind][method];
    if (action !== undefined && !resource.rights.may(caller, action)) throw new Refusal('permission_denied');
    if (method !== 'OPTIONS' && (action === undefined || !resource.actions.includes(action)))
      throw new Refusal('method_not_allowed', { values: { method } });
    const base = baseOf(request, engine);
    if (!['GET', 'HEAD', 'OPTIONS'].includes(method)) refuseCrossSite(request, caller, base);
    const store = engine.storeOf(resource.table);
    const exchange: Exchange<Services> = {
      request,
      response,
      engine,
      resource,
      store,
      caller,
      language,
      base,
    };
    if (action === undefined) {
      response.json(describe(exchange, key === undefined ? null : await find(exchange, key)));
      return;
    }
    const answer = await perform[action](exchange, key ?? '');
    if (answer === undefined) response.status(204).end();
    else response.json(answer);
  }
}

/** Clients of this kind of platform may add `.json` to an address. */
function withoutSuffix(path: string): string {
  return path.replace(/\.json\/?$/, '');
}

function allowed<Services>({ actions }: Resource<Services>): { list: string; object: string } {
  const among = (table: Record<string, Action>) =>
    Object.entries(table)
      .flatMap(([method, action]) => (actions.includes(action) ? [method] : []))
      .concat('OPTIONS')
      .join(', ');
  return { list: among(actionOf.list), object: among(actionOf.object) };
}

/** The resources by name with the addresses of their lists. */
export function resourceIndex<Services>(
  resources: readonly Resource<Services>[],
  base: string,
): Record<string, string> {
  return Object.fromEntries(
    resources
      .filter(({ actions }) => actions.includes('list'))
      .map(({ path }) => [path, `${base}${root}/${path}/`]),
  );
}
