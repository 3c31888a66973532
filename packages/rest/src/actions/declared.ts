/**
 * The actions that a resource declares beside what all resources have: each becomes a route of its own, on the list or
 * below an object, whose methods, rights and input are those of its declaration.
 */
import { translation } from '@campus/pages';
import { InvalidInput } from '../errors.ts';
import { objectUrl } from '../hyperlink.ts';
import { parseFields } from '../input.ts';
import { type Outcome, ok } from '../outcome.ts';
import { parametersOf, requireKnown } from '../query.ts';
import type { Body } from '../read-body.ts';
import { type ActionOperation, listAddress, type Resource } from '../resource.ts';
import type { ActionRoute, Operation, Work } from '../route.ts';
import { showRows } from '../show-rows.ts';
import type { Row } from '../store.ts';
import { describeAction } from './describe.ts';
import { arrayOfRows, pageOfList, toleratedBy } from './list.ts';
import { reread } from './write.ts';

/** All actions of a resource, those on its list first. */
export function actionRoutes<Services>(resource: Resource<Services>): ActionRoute<Services>[] {
  const { path, lookup, onList = {}, onObject = {} } = resource;
  return [
    ...Object.entries(onList).map(([name, action]) =>
      actionRoute(resource, {
        ...{ name, on: 'list', action },
        path: action.isBeside === true ? `/${name}` : `/${path}/${name}`,
      }),
    ),
    ...Object.entries(onObject).map(([name, action]) =>
      actionRoute(resource, { name, on: 'object', path: `/${path}/:${lookup.column}/${name}`, action }),
    ),
  ];
}

function actionRoute<Services>(
  resource: Resource<Services>,
  declared: Pick<ActionRoute<Services>, 'name' | 'on' | 'path' | 'action'>,
): ActionRoute<Services> {
  const { name, description } = declared.action;
  const place = {
    ...declared,
    ...{ title: translation(name), description: description && translation(description) },
  };
  const operations = new Map<string, Operation<Services>>(
    Object.entries(place.action.methods).map(([method, declared]) => [
      method,
      operationOf(resource, { ...place, method, declared }),
    ]),
  );
  const ofGet = operations.get('GET');
  if (ofGet !== undefined) operations.set('HEAD', ofGet);
  operations.set('OPTIONS', describeAction({ ...place, operations }));
  return {
    kind: 'action',
    resource,
    ...place,
    operations,
    allow: [...operations.keys()].join(', '),
    takes: [...operations.values()].flatMap(({ takes = [] }) => takes),
    looksBy: ofGet === undefined ? 'OPTIONS' : 'GET',
    operationOf: (method) => operations.get(method),
  };
}

/** The row of an action below an object is there: `find` has seen to it. */
type AnyOperation<Services> = ActionOperation<Services, Row | undefined, string>;

function operationOf<Services>(
  resource: Resource<Services>,
  { on, method, declared }: { on: 'list' | 'object'; method: string; declared: AnyOperation<Services> },
): Operation<Services> {
  const takes = Object.entries(declared.takes ?? {}).map(([name, bind]) => bind(name));
  const changes = method !== 'GET';
  const common = {
    may: declared.may,
    changes,
    takes,
    repeated: ({ request }: Work<Services>) =>
      on === 'list'
        ? listAddress(resource)
        : objectUrl('', resource.path, request.params[resource.lookup.column]),
  };
  if (on === 'list') return { ...common, act: (work) => perform(work, undefined) };
  return { ...common, finds: changes ? 'own' : 'seen', act: perform };

  async function perform(work: Work<Services>, row: Row | undefined): Promise<Outcome> {
    const { engine, caller } = work;
    const body = changes ? work.body : bodyOfQuery(work);
    const values = await parseFields(takes, body, work).catch((error: unknown) => {
      if (declared.answers === 'array' && error instanceof InvalidInput) return undefined;
      throw error;
    });
    if (values === undefined) return ok([]);
    const given = { services: engine.services, caller, values, file: body.file };
    switch (declared.answers) {
      case 'list': {
        const conditions = await declared.act(given, row);
        const parameters = takes.map(({ name }) => name);
        return pageOfList(resource, work, { conditions, parameters, values, form: declared.form });
      }
      case 'array': {
        const conditions = declared.act(given, row);
        return conditions === undefined
          ? ok([])
          : arrayOfRows(resource, work, { conditions, ordering: declared.ordering });
      }
      case 'object': {
        const id = (await declared.act(given, row)) ?? row?.id;
        const [shown] = await showRows(resource, [await reread(resource, work, Number(id))], work);
        return ok(shown);
      }
      default:
        if (!changes)
          requireKnown(parametersOf(work.request), {
            filters: takes.map(({ name }) => name),
            tolerated: toleratedBy(work),
          });
        // What was done this once may have told a secret.
        return {
          ...ok(await declared.act(given, row)),
          headers: changes ? { 'Cache-Control': 'no-store' } : {},
        };
    }
  }
}

/** What a GET takes stands in its query. */
function bodyOfQuery<Services>({ request, body }: Work<Services>): Body {
  return { ...body, isForm: true, members: parametersOf(request) };
}
