/**
 * The OpenAPI 3.1 document of the API, derived from the declarations of the resources.
 */
import { withExamples } from '@campus/service';
import { actionRoutes } from './actions/declared.ts';
import { root } from './hyperlink.ts';
import { mediaTypes } from './media-types.ts';
import {
  common,
  errorResponses,
  type Json,
  json,
  listOf,
  ofBody,
  ofTypes,
  refer,
  referAll,
  schemaNamed,
} from './openapi-answers.ts';
import { body, idempotencyKey, keyOf, listParameters, schemasOf, takenBy } from './openapi-input.ts';
import type { PageForm, Resource } from './resource.ts';
import type { Action } from './rights.ts';
import type { Described, OwnRoute, View } from './view.ts';

interface DocumentOptions {
  title: string;
  description: string;
  version: string;
  /** Public address; absent: the document's own host. */
  baseUrl: string | undefined;
  /** Headings of what stands beside the resources, each before that of a resource; absent: before all of them. */
  tags?: readonly { name: string; description: string; before?: string }[];
}

/** Where the instance of the examples is that knows no public address. */
const exampleBase = 'https://video.example.org';

/** The document of the resources, and of the addresses beside them, in the order of their headings. */
export function openApiDocument<Services>(
  declared: {
    resources: readonly Resource<Services>[];
    views: readonly View<Services>[];
    routes?: readonly OwnRoute<Services>[];
  },
  { title, description, version, baseUrl, tags = [] }: DocumentOptions,
) {
  const { resources, views, routes = [] } = declared;
  const base = baseUrl ?? exampleBase;
  const headings = headingsOf(resources, tags);
  const paths: Record<string, Json> = {
    ...Object.assign(
      {},
      ...views.map(({ path, described, renders }) => pathOf(path, { GET: { described } }, renders)),
    ),
    ...Object.assign({}, ...routes.map(({ path, methods }) => pathOf(path, methods))),
    ...Object.assign(
      {},
      ...resources.flatMap((resource) => [pathsOf(resource, base), actionPathsOf(resource, base)]),
    ),
  };
  const placeOf = (item: Json) => {
    const [operation] = Object.values(item).filter(
      (part) => part !== undefined && 'tags' in (part as object),
    );
    return headings.findIndex(({ name }) => (operation as { tags: string[] } | undefined)?.tags[0] === name);
  };
  return withExamples({
    openapi: '3.1.0',
    info: { title, description, version, license: { name: 'Apache 2.0', identifier: 'Apache-2.0' } },
    servers: [{ url: baseUrl ?? '/' }],
    security: [{ token: [] }, { basic: [] }],
    tags: headings,
    paths: Object.fromEntries(
      Object.entries(paths).sort(([, one], [, other]) => placeOf(one) - placeOf(other)),
    ),
    components: {
      securitySchemes: {
        token: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: '`Token <key>`, a key of 40 hexadecimal characters',
        },
        basic: { type: 'http', scheme: 'basic' },
      },
      responses: errorResponses,
      schemas: {
        Detail: { type: 'object', required: ['detail'], properties: { detail: { type: 'string' } } },
        FieldErrors: {
          type: 'object',
          description: 'the messages by field; `non_field_errors` are about the whole',
          additionalProperties: { type: 'array', items: { type: 'string' } },
        },
        ...Object.assign({}, ...resources.map((resource) => schemasOf(resource, base))),
      },
    },
  });
}

function headingsOf<Services>(
  resources: readonly Resource<Services>[],
  tags: DocumentOptions['tags'] = [],
): { name: string; description: string | undefined }[] {
  const standingBefore = (place: string | undefined) =>
    tags.filter(({ before }) => before === place).map(({ name, description }) => ({ name, description }));
  return [
    ...standingBefore(undefined),
    ...resources.flatMap(({ path: name, description }) => [
      ...standingBefore(name),
      { name, description: description?.en },
    ]),
  ];
}

function pathsOf<Services>(resource: Resource<Services>, base: string): Json {
  const { path, actions, name, plural, lookup, isRepeatable } = resource;
  const offered = (action: Action, operationName: string, described: Responding) =>
    actions.includes(action) ? operation(path, operationName, described) : undefined;
  const one = { content: json(name.en) };
  const changed = { 200: { description: 'the object as it is now', ...one } };
  const Location = { schema: { type: 'string', format: 'uri' } };
  return {
    [`${root}/${path}/`]: {
      get: offered('list', 'list', {
        summary: `List ${plural.en}`,
        parameters: listParameters(resource),
        responses: { 200: listOf(schemaNamed(name.en)) },
      }),
      post: offered('create', 'create', {
        summary: `Create one of the ${plural.en}`,
        ...(isRepeatable && { parameters: [idempotencyKey] }),
        requestBody: body(resource, 'Input', base),
        responses: {
          201: { description: 'created', ...one, headers: { Location } },
          ...(isRepeatable && { 422: refer('Reused') }),
        },
      }),
    },
    [`${root}/${path}/{${lookup.column}}/`]: {
      parameters: keyOf(resource),
      get: offered('retrieve', 'retrieve', {
        summary: `Read one of the ${plural.en}`,
        responses: { 200: { description: 'the object', ...one } },
      }),
      put: offered('update', 'update', {
        summary: `Replace one of the ${plural.en}`,
        requestBody: body(resource, 'Input', base),
        responses: { ...changed, 409: refer('Conflict') },
      }),
      patch: offered('update', 'partial_update', {
        summary: `Change one of the ${plural.en}`,
        requestBody: body(resource, 'Changes', base),
        responses: { ...changed, 409: refer('Conflict') },
      }),
      delete: offered('destroy', 'destroy', {
        summary: `Remove one of the ${plural.en}`,
        responses: { 204: { description: 'removed' }, 409: refer('Conflict') },
      }),
    },
  };
}

type Responding = { summary: string; responses: Json } & Json;

function operation(path: string, name: string, { responses, ...rest }: Responding): Json {
  return {
    operationId: `${path}_${name}`,
    tags: [path],
    ...rest,
    responses: {
      ...responses,
      ...('requestBody' in rest ? referAll(ofBody) : {}),
      ...referAll({ 400: 'Invalid', 403: 'Forbidden', ...common }),
    },
  };
}

/** The actions that a resource declares, each with its methods. */
function actionPathsOf<Services>(resource: Resource<Services>, base: string): Json {
  const { path, lookup } = resource;
  return Object.fromEntries(
    actionRoutes(resource).map(({ name, title, description, on, action, operations, path: address }) => [
      `${root}${address.replace(`:${lookup.column}`, `{${lookup.column}}`)}/`,
      {
        parameters: on === 'object' ? keyOf(resource) : undefined,
        ...Object.fromEntries(
          Object.entries<Answering<Services>>(action.methods).map(([method, { answers, form }]) => {
            const takes = operations.get(method)?.takes ?? [];
            const taken = takenBy(takes, { method, resource, base, isList: answers === 'list' });
            const described = {
              summary: title.en,
              description: description?.en,
              ...taken,
              responses: { 200: answerOf({ answers, form }, resource) },
            };
            const verb = method.toLowerCase();
            return [verb, operation(path, `${name}_${verb}`, described)];
          }),
        ),
      },
    ]),
  );
}

/** What the document tells of an answer: its kind or its schema, and of a list in which form its rows are. */
type Answering<Services> = { answers: string | Json; form?: PageForm<Services> | undefined };

function answerOf<Services>({ answers, form }: Answering<Services>, { name }: Resource<Services>): Json {
  if (answers === 'list') return listOf(form?.schema ?? schemaNamed(name.en));
  if (answers === 'array') {
    const schema = { type: 'array', items: schemaNamed(name.en) };
    return { description: 'all of them', content: { [mediaTypes.json]: { schema } } };
  }
  if (answers === 'object') return { description: 'the object as it is now', content: json(name.en) };
  return { description: 'what has become of it', content: { [mediaTypes.json]: { schema: answers } } };
}

/** What there is at an address beside the resources, which answers with this media type. */
function pathOf(
  path: string,
  methods: Readonly<Record<string, { described?: Described | undefined }>>,
  type: string = mediaTypes.json,
): Json {
  const operations = Object.entries(methods).flatMap(([method, { described }]) =>
    described === undefined ? [] : [[method.toLowerCase(), besides(described, type)] as const],
  );
  return operations.length === 0 ? {} : { [path]: Object.fromEntries(operations) };
}

function besides({ tag, answers, refusals, ...rest }: Described, type: string): Json {
  const { status = 200, schema, example, type: own = type, ...answer } = answers;
  const content = schema === undefined ? {} : { content: ofTypes([own], schema, example) };
  const ofAll = 'requestBody' in rest ? { ...common, ...ofBody } : common;
  return {
    tags: [tag],
    ...rest,
    responses: { ...referAll(ofAll), [status]: { ...answer, ...content }, ...refusals },
  };
}
