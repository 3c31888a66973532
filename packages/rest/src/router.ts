/**
 * From a method and an address to an action, in the order of Django REST Framework: can the caller take the
 * answer, who is it, may it, does the method exist, does the object, and only then the body. A form of a page is
 * the exception: its body tells first whether it is one of ours.
 */

import { languageOf, searchButtonName } from '@campus/pages';
import express, { type Request, type Response, type Router } from 'express';
import { create } from './actions/create.ts';
import { describe } from './actions/describe.ts';
import { destroy } from './actions/destroy.ts';
import { find, findOwn } from './actions/find.ts';
import { list } from './actions/list.ts';
import { update } from './actions/update.ts';
import { answer } from './answer.ts';
import { answerHeaders } from './answer-headers.ts';
import { Refusal } from './errors.ts';
import { baseOf, type Engine, type Exchange, showContext } from './exchange.ts';
import { findCaller } from './find-caller.ts';
import { decoded, root } from './hyperlink.ts';
import { nameOf } from './name-of.ts';
import { formatOf, withoutSuffix } from './negotiate.ts';
import { type Outcome, ok } from './outcome.ts';
import { isOfPage } from './pages/exchange-sheet.ts';
import { asksBefore, methodOf } from './pages/method-of.ts';
import { readPageForm } from './pages/page-form.ts';
import { pageWords } from './pages/page-words.ts';
import { headingOf, listAddress, type Place } from './pages/place.ts';
import type { Question } from './pages/question-page.ts';
import { repeated } from './pages/repeated.ts';
import { addressWith } from './pages/sight.ts';
import { type Body, readBody } from './read-body.ts';
import { refuseCrossSite } from './refuse-cross-site.ts';
import type { Resource } from './resource.ts';
import type { Action } from './rights.ts';
import { showRow } from './show.ts';
import type { Row } from './store.ts';

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
  const perform: Record<Action, (exchange: Exchange<Services>, key: string) => Promise<Outcome>> = {
    list,
    create,
    retrieve: async (exchange, key) =>
      ok(showRow(exchange.resource, await find(exchange, key), showContext(exchange))),
    update: (exchange, key) => update(exchange, key, exchange.method === 'PUT' ? 'replace' : 'patch'),
    destroy: (exchange, key) => destroy(exchange, key, pluralOf),
  };

  router.use(async (request, response, next) => {
    const [, path = '', key] = /^\/([^/]+)(?:\/([^/]+))?\/?$/.exec(withoutSuffix(request.path)) ?? [];
    const resource = byPath.get(path);
    if (resource === undefined) {
      next();
      return;
    }
    // As a route of Express would: the figures of requests go by it.
    request.route = { path: key === undefined ? `/${path}/` : `/${path}/:${resource.lookup.column}/` };
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
    const format = formatOf(request);
    const caller = await findCaller(request, { engine, format });
    if (caller === undefined) {
      engine.sessions.sendToSignIn(request, response);
      return;
    }
    const method = methodOf(request, caller);
    const base = baseOf(request, engine);
    let body: Body | undefined;
    const exchange: Exchange<Services> = {
      request,
      response,
      engine,
      resource,
      caller,
      language,
      base,
      format,
      method,
      store: engine.storeOf(resource.table),
      toleratedParameters: {
        has: (name) => engine.toleratedParameters.has(name) || (format === 'page' && isOfPage(name)),
      },
      readBody: async (row) => {
        const { fields } = resource;
        if (body !== undefined) return readPageForm(body, { fields, row, context: showContext(exchange) });
        return readBody(exchange);
      },
    };
    const place: Place<Services> =
      key === undefined ? { kind: 'list', resource } : { kind: 'object', resource, key };
    const act = async (): Promise<Outcome | Question> => {
      const asks = format === 'page' && key !== undefined && asksBefore('DELETE', { request, caller });
      const action = actionFor(exchange, { kind, method: asks ? 'DELETE' : method });
      if (asks) return questionOf(exchange, place, await findOwn(exchange, key));
      if (isUnsafe(method)) refuseCrossSite(request, caller, base);
      // What comes with a session alone is read before anything else: it must be from a page of ours.
      if (isUnsafe(method) && caller.scheme === 'session') body = await readBody(exchange);
      if (body?.members.has(searchButtonName)) {
        // The form is only to come back, with other choices in it.
        exchange.method = 'GET';
        return perform[key === undefined ? 'list' : 'retrieve'](exchange, key ?? '');
      }
      if (action === 'create' && body?.isForm && !(await engine.sessions.isFirst(request)))
        return repeated(listAddress(resource));
      if (action !== undefined) return perform[action](exchange, key ?? '');
      return ok(describe(exchange, key === undefined ? null : await find(exchange, key)));
    };
    try {
      await answer(exchange, { place, sentBody: () => body?.members, act });
    } finally {
      await body?.dispose();
    }
  }
}

/**
 * The action that a method is here; undefined for OPTIONS.
 *
 * @throws Refusal  403, 405
 */
function actionFor<Services>(
  { resource, caller }: Pick<Exchange<Services>, 'resource' | 'caller'>,
  { kind, method }: { kind: 'list' | 'object'; method: string },
): Action | undefined {
  const action = actionOf[kind][method];
  if (action !== undefined && !resource.rights.may(caller, action)) throw new Refusal('permission_denied');
  if (method !== 'OPTIONS' && (action === undefined || !resource.actions.includes(action)))
    throw new Refusal('method_not_allowed', { values: { method } });
  return action;
}

function isUnsafe(method: string): boolean {
  return !['GET', 'HEAD', 'OPTIONS'].includes(method);
}

/** What a person is asked before an object is removed. */
function questionOf<Services>(exchange: Exchange<Services>, place: Place<Services>, row: Row): Question {
  const { resource, language, request } = exchange;
  const say = pageWords[language];
  const name = nameOf(resource, row, language);
  const address = addressWith(request, {});
  const { title, breadcrumbs } = headingOf(place, row, exchange);
  return {
    title: say.confirmTitle(name),
    sentence: say.confirmSentence({ kind: resource.name[language], name }),
    button: say.delete,
    isDangerous: true,
    back: address,
    breadcrumbs: [...breadcrumbs, { text: title, href: address }],
  };
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
