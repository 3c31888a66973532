import { problemsOfApiDocument } from '@campus/testing';
import { describe, expect, test } from '@jest/globals';
import { Validator } from '@seriousme/openapi-schema-validator';
import { resources } from '../../../src/http/resources/resources.ts';
import { givenVideoRows } from '../../support/given-records.ts';
import { postBroadcaster, postBuilding, postType } from '../../support/post-resources.ts';
import { type Client, useService } from '../../support/service.ts';

const service = useService();

interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  format?: string;
  pattern?: string;
  maxLength?: number;
  required?: string[];
  properties?: Record<string, Schema>;
  additionalProperties?: Schema;
  items?: Schema;
  anyOf?: Schema[];
}

interface Content {
  content?: Record<string, { schema: Schema }>;
}

interface Operation {
  operationId: string;
  parameters?: { name: string }[];
  requestBody?: Content;
  responses: Record<string, Content & { $ref?: string; headers?: object }>;
}

interface Document {
  openapi: string;
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema>; responses: Record<string, Content> };
}

async function documentOf(client: Client): Promise<Document> {
  return (await client.get('/rest/schema/').expect(200)).body;
}

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;

function operationsOf({ paths }: Document) {
  return Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method];
      return operation === undefined ? [] : [{ path, method, operation }];
    }),
  );
}

/** Where a value is not what its schema says. */
function differences(value: unknown, schema: Schema, { components }: Document, at = '$'): string[] {
  const within = (inner: unknown, of: Schema, where: string) =>
    differences(inner, of, { components } as Document, where);
  if (schema.$ref !== undefined) {
    const target = components.schemas[schema.$ref.replace('#/components/schemas/', '')];
    return target === undefined ? [`${at}: ${schema.$ref} is nowhere`] : within(value, target, at);
  }
  if (schema.anyOf !== undefined) {
    const all = schema.anyOf.map((one) => within(value, one, at));
    return all.some((found) => found.length === 0) ? [] : all.flat();
  }
  const types = [schema.type ?? []].flat();
  const type =
    value === null
      ? 'null'
      : Array.isArray(value)
        ? 'array'
        : Number.isInteger(value) && types.includes('integer')
          ? 'integer'
          : typeof value;
  if (!types.includes(type)) return [`${at}: ${type} is not ${types.join(' or ')}`];
  if (Array.isArray(value))
    return value.flatMap((item, index) => within(item, schema.items ?? {}, `${at}[${index}]`));
  if (
    type === 'string' &&
    schema.pattern !== undefined &&
    !new RegExp(schema.pattern, 'u').test(String(value))
  )
    return [`${at}: ${value} is not like ${schema.pattern}`];
  if (schema.enum !== undefined && !schema.enum.includes(value)) return [`${at}: ${value} is not listed`];
  if (typeof value !== 'object' || value === null) return [];
  const missing = (schema.required ?? []).filter((name) => !(name in value));
  return [
    ...missing.map((name) => `${at}.${name} is missing`),
    ...Object.entries(value).flatMap(([name, inner]) => {
      const property = schema.properties?.[name] ?? schema.additionalProperties;
      return property === undefined
        ? [`${at}.${name} is not described`]
        : within(inner, property, `${at}.${name}`);
    }),
  ];
}

/** The documented content of an answer. */
function contentOf({ operation, document }: { operation: Operation; document: Document }, status: number) {
  const response = operation.responses[String(status)];
  const reference = response?.$ref?.replace('#/components/responses/', '');
  return (reference === undefined ? response : document.components.responses[reference])?.content;
}

test('The document is valid OpenAPI 3.1, and says where the API is', async () => {
  const document = await documentOf(service.ada.client);

  expect(document.openapi).toBe('3.1.0');
  expect(document.servers).toEqual([{ url: service.url }]);
  expect(await new Validator().validate(JSON.parse(JSON.stringify(document)))).toMatchObject({ valid: true });
});

test('It has no problem by the rules of the linter', async () => {
  expect(await problemsOfApiDocument(await documentOf(service.ada.client))).toEqual([]);
});

test('It names every resource with list and object, and every operation once', async () => {
  const document = await documentOf(service.ada.client);

  for (const { path, lookup } of resources)
    expect(Object.keys(document.paths)).toEqual(
      expect.arrayContaining([`/rest/${path}/`, `/rest/${path}/{${lookup.column}}/`]),
    );
  const ids = operationsOf(document).map(({ operation }) => operation.operationId);
  expect(new Set(ids).size).toBe(ids.length);
});

test('It offers exactly the methods that each address allows', async () => {
  const document = await documentOf(service.root.client);

  for (const [path, item] of Object.entries(document.paths)) {
    const { headers } = await service.root.client.options(path.replace(/\{\w+\}/, '999999'));
    const offered = String(headers.allow).toLowerCase().split(', ');
    const documented = methods.filter((method) => method in item);
    expect([path, documented]).toEqual([path, methods.filter((method) => offered.includes(method))]);
  }
});

test('It lists the parameters that a list takes', async () => {
  const document = await documentOf(service.ada.client);

  for (const { path, operation } of operationsOf(document)) {
    if (!operation.operationId.endsWith('_list')) continue;
    const { body } = await service.root.client.get(`${path}?nobodyknows=1`).expect(400);
    const known = String(body.nobodyknows).replace(/^.*: /, '').slice(0, -1).split(', ');
    const documented = (operation.parameters ?? []).map(({ name }) => name);
    expect([path, [...documented, 'format', 'limit'].sort()]).toEqual([path, known.sort()]);
  }
});

describe('What the service answers is what its document says', () => {
  test('for every address, with and without credentials, with good input and bad', async () => {
    const { url: building } = await postBuilding(service);
    const { slug } = await postBroadcaster(service, { building });
    const type = await postType(service);
    const [video = 0] = await givenVideoRows(service, { count: 1, ownerId: service.ada.id, typeId: type.id });
    const { rows } = await service.sql.query<{ id: number }>(
      'insert into encodings (video_id) values ($1) returning id',
      [video],
    );
    const user = await service.givenUser();
    const keys: Record<string, { key: unknown; input: () => object }> = {
      users: { key: user.id, input: () => ({ username: crypto.randomUUID() }) },
      types: { key: type.id, input: () => ({ title: crypto.randomUUID() }) },
      buildings: { key: building.split('/').at(-2), input: () => ({ name: crypto.randomUUID() }) },
      broadcasters: {
        key: slug,
        input: () => ({ name: crypto.randomUUID(), url: `srt://h/${crypto.randomUUID()}`, building }),
      },
      videos: { key: video, input: () => ({ title: 'Changed', owner: service.ada.url, type: type.url }) },
      encodings: { key: rows[0]?.id, input: () => ({}) },
    };
    const document = await documentOf(service.root.client);
    const seen: string[] = [];

    for (const { path, method, operation } of operationsOf(document)) {
      const { key, input } = keys[path.split('/')[2] ?? ''] ?? { key: '', input: () => ({}) };
      const address = path.replace(/\{\w+\}/, String(key));
      const send = (client: Client, target = address) => client[method](target);
      const hasBody = operation.requestBody !== undefined;
      // What is removed last would be missing before: the video refers to the type.
      const answers = [
        await send(service.as({})),
        await send(service.root.client).set('Accept', 'image/png'),
        ...(path.includes('{') ? [await send(service.root.client, path.replace(/\{\w+\}/, '999999'))] : []),
        ...(hasBody
          ? [
              await send(service.root.client).set('Content-Type', 'text/plain').send('x'),
              await send(service.root.client).send('['.repeat(3)).type('json'),
              await send(service.root.client).send({ title: '', name: '', username: '' }),
              await send(service.root.client).send({ title: 'x'.repeat(3_000_000) }),
              await send(service.root.client).send(input()),
            ]
          : [await send(service.root.client)]),
      ];
      for (const { status, type: mediaType, body, text } of answers) {
        const content = contentOf({ operation, document }, status);
        const label = `${method} ${path} ${status}`;
        seen.push(label);
        if (status === 204) {
          expect([label, operation.responses[status], text]).toEqual([label, expect.anything(), '']);
          continue;
        }
        expect([label, Object.keys(content ?? {})]).toEqual([label, [mediaType]]);
        const schema = content?.[mediaType]?.schema;
        if (mediaType !== 'application/json' || schema === undefined) continue;
        expect([label, differences(body, schema, document)]).toEqual([label, []]);
      }
    }

    expect(seen).toEqual(
      expect.arrayContaining([
        'get /rest/videos/ 200',
        'post /rest/types/ 201',
        'put /rest/broadcasters/{slug}/ 200',
        'patch /rest/videos/{id}/ 200',
        'delete /rest/buildings/{id}/ 409',
        'get /rest/dublincore/ 200',
        'get /rest/launch_encode_view/ 404',
      ]),
    );
  });
});
