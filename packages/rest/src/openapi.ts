/**
 * The OpenAPI 3.1 document of the API, derived from the declarations of the resources.
 */
import { fill } from '@campus/pages';
import { exampleOfSchema, shortBody, withExamples } from '@campus/service';
import { actionRoutes } from './actions/declared.ts';
import { refusals } from './errors.ts';
import { exampleAddress, exampleKey, exampleOf, exampleValue } from './example-of.ts';
import type { Field } from './field.ts';
import { root } from './hyperlink.ts';
import { bodyTypes, mediaTypes } from './media-types.ts';
import { defaultPageSize, maxPageSize } from './query.ts';
import type { PageForm, Resource } from './resource.ts';
import type { Action } from './rights.ts';
import type { Described, OwnRoute, View } from './view.ts';

type Json = Record<string, unknown>;

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
  {
    resources,
    views,
    routes = [],
  }: {
    resources: readonly Resource<Services>[];
    views: readonly View<Services>[];
    routes?: readonly OwnRoute<Services>[];
  },
  { title, description, version, baseUrl, tags = [] }: DocumentOptions,
) {
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

function schemasOf<Services>(resource: Resource<Services>, base: string): Json {
  const { name, fields, actions } = resource;
  const shown = fields.filter(({ writeOnly }) => !writeOnly);
  const written = fields.filter(({ readOnly }) => !readOnly);
  const output = {
    [schemaName(name.en)]: {
      type: 'object',
      required: shown.filter(({ isShownOnce }) => !isShownOnce).map((field) => field.name),
      properties: propertiesOf(shown, { resource, base }),
    },
  };
  if (!actions.includes('create') && !actions.includes('update')) return output;
  const required = written.filter((field) => field.required).map((field) => field.name);
  const sent = { ...propertiesOf(written, { resource, base }), ...filesOf(written) };
  return {
    ...output,
    [schemaName(`${name.en}Input`)]: { type: 'object', required, properties: sent },
    [schemaName(`${name.en}Changes`)]: { type: 'object', properties: sent },
  };
}

function propertiesOf<Services>(
  fields: readonly Field<Services>[],
  { resource, base }: { resource: Resource<Services>; base: string },
): Json {
  return Object.fromEntries(
    fields.map((field) => {
      const schema = schemaOf(field);
      // What the schemas of these do not know: where the instance is.
      if (field.isAddress) return [field.name, { ...schema, example: exampleAddress(resource, base) }];
      const isLink = field.target !== undefined;
      return [field.name, isLink ? { ...schema, example: exampleValue(field, spoken(base)) } : schema];
    }),
  );
}

/** The document is in English. */
function spoken(base: string) {
  return { language: 'en', base } as const;
}

/** Files as they are sent; what is answered is where they are. */
function filesOf<Services>(fields: readonly Field<Services>[]): Json {
  const file = { type: 'string', format: 'binary', description: 'a file part of multipart/form-data' };
  return Object.fromEntries(fields.flatMap(({ name, isFile }) => (isFile ? [[name, file]] : [])));
}

function schemaOf<Services>(field: Field<Services>): Json {
  const { nullable, readOnly, isShownOnce, aliasOf, type } = field;
  const schema = field.blank ? orBlank(field.schema) : field.schema;
  const isNullable = nullable || (readOnly && type === 'datetime');
  return {
    ...schema,
    ...(isNullable && typeof schema.type === 'string' && { type: [schema.type, 'null'] }),
    ...(isNullable && Array.isArray(schema.enum) && { enum: [...schema.enum, null] }),
    ...(readOnly && { readOnly }),
    ...(isShownOnce && { description: 'only in the answer that creates the object' }),
    ...(aliasOf !== undefined && { description: `another name of \`${aliasOf}\`` }),
  };
}

/** An empty text is of no format. */
function orBlank({ format, pattern, ...schema }: Field<never>['schema']): Json {
  if (format === undefined && pattern === undefined) return schema;
  return { ...schema, anyOf: [{ format, pattern }, { const: '' }] };
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

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'a request that is sent again with the same key gets the answer of the first, for 24 hours',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

function keyOf<Services>(resource: Resource<Services>): Json[] {
  const { column: name } = resource.lookup;
  const example = String(exampleKey(resource));
  return [{ name, in: 'path', required: true, schema: { type: 'string' }, example }];
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
    actionRoutes(resource).map(({ name, on, action, operations, path: address }) => [
      `${root}${address.replace(`:${lookup.column}`, `{${lookup.column}}`)}/`,
      {
        parameters: on === 'object' ? keyOf(resource) : undefined,
        ...Object.fromEntries(
          Object.entries<Answering<Services>>(action.methods).map(([method, { answers, form }]) => {
            const takes = operations.get(method)?.takes ?? [];
            const taken = takenBy(takes, { method, resource, base, isList: answers === 'list' });
            const described = {
              summary: action.name.en,
              description: action.description?.en,
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

/** What an action takes: parameters of a GET, else a body. */
function takenBy<Services>(
  fields: readonly Field<Services>[],
  {
    method,
    resource,
    base,
    isList,
  }: { method: string; resource: Resource<Services>; base: string; isList: boolean },
): Json {
  const required = fields.filter((field) => field.required).map(({ name }) => name);
  if (method === 'GET') {
    const own = fields.map((field) => {
      const { name, required } = field;
      return { name, in: 'query', required, schema: schemaOf(field) };
    });
    return { parameters: isList ? [...own, ...listParameters(resource)] : own };
  }
  if (fields.length === 0) return {};
  const isRequired = required.length > 0;
  const schema = {
    type: 'object',
    properties: propertiesOf(fields, { resource, base }),
    required: isRequired ? required : undefined,
  };
  return { requestBody: { required: isRequired, content: ofTypes(bodyTypes, schema) } };
}

function answerOf<Services>({ answers, form }: Answering<Services>, { name }: Resource<Services>): Json {
  if (answers === 'list') return listOf(form?.schema ?? schemaNamed(name.en));
  if (answers === 'array') {
    const schema = { type: 'array', items: schemaNamed(name.en) };
    return { description: 'all of them', content: { [mediaTypes.json]: { schema } } };
  }
  if (answers === 'object') return { description: 'the object as it is now', content: json(name.en) };
  return { description: 'what has become of it', content: { [mediaTypes.json]: { schema: answers } } };
}

/** What every address may answer: `?format=` with an unknown name is a 404 anywhere. */
const common = {
  401: 'Unauthorized',
  404: 'NotFound',
  406: 'NotAcceptable',
  429: 'Throttled',
  500: 'Broken',
  503: 'Unavailable',
};

const ofBody = { 408: 'BodyShort', 413: 'TooLarge', 415: 'UnsupportedMediaType', 507: 'NoSpace' };

function referAll(responses: Record<number, string>): Json {
  return Object.fromEntries(Object.entries(responses).map(([status, response]) => [status, refer(response)]));
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

/** A schema of the document, by its name: `Video`. */
export function schemaNamed(name: string): Json {
  return { $ref: `#/components/schemas/${schemaName(name)}` };
}

/** OpenAPI 3.1 §4.8.7.1: no blanks in the keys of components. */
function schemaName(name: string): string {
  return name.replaceAll(' ', '');
}

/** An answer of the document, by its name: `Forbidden`. */
export function refer(response: string): Json {
  return { $ref: `#/components/responses/${response}` };
}

/** An answer that says in a sentence why not, such as this one. */
export function detail(description: string, sentence: string): Json {
  return { description, content: ofTypes([mediaTypes.json], schemaNamed('Detail'), { detail: sentence }) };
}

const errorResponses = {
  Invalid: {
    description: 'input with problems, all of them by field, or a request that cannot be read',
    content: {
      [mediaTypes.json]: {
        schema: { anyOf: [schemaNamed('FieldErrors'), schemaNamed('Detail')] },
        examples: {
          fields: { value: { title: ['This field is required.'] } },
          request: { value: { detail: 'JSON parse error - Unexpected end of JSON input' } },
        },
      },
    },
  },
  Unauthorized: detail('no credentials, or none that hold', 'Authentication credentials were not provided.'),
  Forbidden: detail('not for this caller', refusals.permission_denied.en),
  NotFound: detail('nothing there for this caller', refusals.not_found.en),
  NotAcceptable: detail('the Accept header excludes the answer', refusals.not_acceptable.en),
  BodyShort: {
    description: 'less of the body came than was announced, or too slowly: nothing was done',
    content: {
      'application/problem+json': {
        schema: {
          type: 'object',
          required: ['type', 'title', 'status', 'detail'],
          properties: {
            type: { type: 'string' },
            title: { type: 'string' },
            status: { type: 'integer' },
            detail: { type: 'string' },
          },
        },
        example: shortBody,
      },
    },
  },
  Conflict: detail(
    'not as things stand: still used by other objects, for instance',
    fill(refusals.in_use, { model: 'Type', users: 'videos', count: 3 }, 'en'),
  ),
  Reused: detail(
    'the Idempotency-Key was used for another request',
    'This Idempotency-Key was used for another request.',
  ),
  TooLarge: detail('the body is larger than allowed', fill(refusals.too_large, { limit: '1 MiB' }, 'en')),
  UnsupportedMediaType: detail(
    'the body is of a type, charset or encoding that is not read',
    fill(refusals.unsupported_media_type, { type: 'text/plain' }, 'en'),
  ),
  Throttled: detail(
    'too many failed sign-ins, or too much of the caller under way; `Retry-After` says when to come back',
    'Too many failed attempts. Try again in 30 seconds.',
  ),
  Broken: detail('an error of ours; `X-Request-Id` finds it in the log', refusals.internal.en),
  Unavailable: detail(
    'something is away for a moment, or too much is under way; `Retry-After` says when to come back',
    'Too much is under way at the moment. Try again in a few seconds.',
  ),
  NoSpace: detail(
    'the disk is full, or fuller than allowed',
    'There is no space left to store this. Nothing was changed; tell the operator.',
  ),
};

function json(schema: string): Json {
  return ofTypes([mediaTypes.json], schemaNamed(schema));
}

function body<Services>(resource: Resource<Services>, kind: 'Input' | 'Changes', base: string): Json {
  const { name, takesFile, fields } = resource;
  const schema = schemaNamed(`${name.en}${kind}`);
  const files = fields.filter(({ isFile, required }) => isFile && required);
  const isWithFile = kind === 'Input' && files.length > 0;
  const types = takesFile && isWithFile ? [mediaTypes.multipart] : bodyTypes;
  const sent = exampleOf(resource, { context: spoken(base) });
  const [named = ''] = fields.filter((field) => field.name in sent).map((field) => field.name);
  const example =
    kind === 'Input'
      ? {
          ...sent,
          ...(isWithFile &&
            (exampleOfSchema(
              { type: 'object', required: files.map((file) => file.name), properties: filesOf(files) },
              { name: '' },
            ) as Json)),
        }
      : { [named]: sent[named] };
  return { required: kind === 'Input', content: ofTypes(types, schema, example) };
}

function ofTypes(types: readonly string[], schema: Json, example?: unknown): Json {
  const shown = example === undefined ? { schema } : { schema, example };
  return Object.fromEntries(types.map((type) => [type, shown]));
}

function listOf(items: Json): Json {
  const link = { type: ['string', 'null'], format: 'uri', example: null };
  const results = { type: 'array', items };
  const envelope = {
    type: 'object',
    required: ['count', 'next', 'previous', 'results'],
    properties: {
      count: { type: 'integer' },
      count_is_estimate: {
        const: true,
        description: 'There are about as many; absent where they are counted',
      },
      next: link,
      previous: link,
      results,
    },
  };
  return { description: 'one page of them', content: ofTypes([mediaTypes.json], envelope) };
}

/** The parameters of a list: paging, search, order, and its filters. */
function listParameters<Services>({ filters }: Pick<Resource<Services>, 'filters'>): Json[] {
  const size = { type: 'integer', minimum: 1, maximum: maxPageSize };
  return [
    query('page', { type: 'string', default: '1' }, 'a number from 1, or `last`'),
    query('page_size', { ...size, default: defaultPageSize }, 'also as `limit`'),
    query('offset', { type: 'integer', minimum: 0 }, 'rows to skip, instead of `page`'),
    query('search', { type: 'string' }, 'words that must all be found'),
    query('ordering', { type: 'string' }, 'fields, separated by commas; `-` before one for descending order'),
    ...filterParameters({ filters }),
  ];
}

/** The filters of a resource as parameters. */
export function filterParameters<Services>({ filters }: Pick<Resource<Services>, 'filters'>): Json[] {
  return [...filters].map(([name, { field, filter }]) =>
    query(
      name,
      filter.isRepeatable === true ? { type: 'array', items: { type: 'string' } } : { type: 'string' },
      field.target === undefined ? `by \`${field.name}\`` : `by \`${field.name}\`: an id or a URL`,
    ),
  );
}

function query(name: string, schema: Json, description: string): Json {
  return { name, in: 'query', schema, description };
}
