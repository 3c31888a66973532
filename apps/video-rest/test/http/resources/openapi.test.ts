import { readFile } from 'node:fs/promises';
import type { Resource } from '@campus/rest';
import {
  callsOf,
  eventually,
  type PromisedApi,
  type PromisedCall,
  problemsOfApiDocument,
  promisesOf,
} from '@campus/testing';
import { describe, expect, test } from '@jest/globals';
import { Validator } from '@seriousme/openapi-schema-validator';
import { resources } from '../../../src/http/resources/resources.ts';
import { clip } from '../../support/clips.ts';
import { givenObject } from '../../support/given-objects.ts';
import { givenVideoRows } from '../../support/given-records.ts';
import { smallPng } from '../../support/kept-images.ts';
import { postBroadcaster, postBuilding, postType } from '../../support/post-resources.ts';
import { type Client, useService } from '../../support/service.ts';

const service = useService();

type Document = PromisedApi & { openapi: string; servers: { url: string }[] };

async function documentOf(client: Client): Promise<Document> {
  return (await client.get('/rest/schema/').expect(200)).body;
}

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;

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
  const ids = callsOf(document).map(({ operationId }) => operationId);
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

  for (const { path, operationId, parameters } of callsOf(document)) {
    if (!operationId.endsWith('_list')) continue;
    const { body } = await service.root.client.get(`${path}?nobodyknows=1`).expect(400);
    const known = String(body.nobodyknows).replace(/^.*: /, '').slice(0, -1).split(', ');
    const documented = parameters.map(({ name }) => name);
    expect([path, [...documented, 'format', 'limit'].sort()]).toEqual([path, known.sort()]);
  }
});

/** What stands for the bytes of files in the examples, by the resource that takes them. */
const files: Record<string, [name: string, bytes: () => Promise<Buffer> | Buffer]> = {
  videos: ['algebra.mp4', async () => readFile(await clip('landscape'))],
  files: ['subtitles.vtt', () => Buffer.from('WEBVTT\n')],
  images: ['board.png', () => smallPng],
};

describe('The examples of the document', () => {
  test('stand with every call, and are as it says', async () => {
    expect(promisesOf(await documentOf(service.ada.client)).examplesAmiss()).toEqual([]);
  });

  test('are taken by the service, and answered as it says', async () => {
    const document = await documentOf(service.root.client);
    const { differencesOf } = promisesOf(document);
    const calls = callsOf(document);
    /** By resource what is found there. */
    const keys = new Map<string, string>([['users', 'me']]);
    const amiss: string[] = [];
    const send = async (call: PromisedCall) => {
      const { status, type, body, text, headers } = await sendExample(call, keys);
      const expected = Number(Object.keys(call.responses).find((one) => one.startsWith('2')));
      const tell = (what: string) => amiss.push(`${call.line}: ${what}`);
      if (status !== expected) tell(`${status} ${text}`);
      else if (!mayBeEmpty.has(call.operationId) || type !== '')
        for (const what of differencesOf(call, { status, type, body })) tell(what);
      const { pathname } = new URL(headers.location ?? '', service.url);
      if (status === 201) keys.set(resourceOf(call), pathname.split('/')[3] ?? '');
    };

    const ordered = parentsFirst();
    const placeOf = (call: PromisedCall) => ordered.findIndex(({ path }) => path === resourceOf(call));
    const creating = calls
      .filter(({ operationId }) => operationId.endsWith('_create'))
      .sort((one, other) => placeOf(one) - placeOf(other));
    const deleting = calls
      .filter(({ method }) => method === 'delete')
      .sort((one, other) => placeOf(other) - placeOf(one));
    for (const call of creating) await send(call);
    for (const resource of ordered)
      if (!keys.has(resource.path))
        keys.set(resource.path, String((await givenObject(service, resource))[resource.lookup.column]));
    const { headers } = await service.root.client
      .get('/rest/export/')
      .set('Prefer', 'respond-async')
      .expect(202);
    const { pathname: run } = new URL(String(headers.location));
    await eventually(async () => expect((await service.root.client.get(run)).body.state).toBe('ended'));
    keys.set('runs', run.split('/')[3] ?? '');
    for (const call of calls) if (!creating.includes(call) && !deleting.includes(call)) await send(call);
    for (const call of deleting) await send(call);

    expect(amiss).toEqual([]);
  });
});

/** What answers a body at times alone, for which OpenAPI has no word: the video, once all its bytes have come. */
const mayBeEmpty = new Set(['uploads_create']);

function resourceOf({ path }: PromisedCall): string {
  return path.split('/')[2] ?? '';
}

/** The resources, each behind those that its objects link to. */
function parentsFirst(): Resource<never>[] {
  const all = new Map(resources.map((resource) => [resource.path, resource as Resource<never>]));
  const found = new Set<Resource<never>>();
  const visit = (resource: Resource<never>, below: readonly string[]) => {
    for (const { target, required, readOnly, isList } of resource.fields) {
      const parent = target && all.get(target().path);
      if (parent !== undefined && required && !readOnly && !isList && !below.includes(parent.path))
        visit(parent, [...below, parent.path]);
    }
    found.add(resource);
  };
  for (const resource of all.values()) visit(resource, [resource.path]);
  return [...found];
}

/** Sends what the document has as the example of a call, about the objects that are there. */
async function sendExample(promised: PromisedCall, keys: ReadonlyMap<string, string>) {
  const { method, path, parameters, requestBody } = promised;
  const about = (text: string) =>
    text.replaceAll(
      /(?<=\/rest\/)(\w+)\/[\w-]+(?=\/)/g,
      (all, name) => `${name}/${keys.get(name) ?? all.split('/')[1]}`,
    );
  // As tus has them in `Upload-Metadata`.
  const aboutEncoded = (header: string) =>
    header.replaceAll(/(?<= )[\w+/]+=*(?=,|$)/g, (encoded) => btoa(about(atob(encoded))));
  const resource = resourceOf(promised);
  // With which slugs of videos begin.
  const numbered = String(keys.get('videos')).padStart(4, '0');
  let call = service.root.client[method](path.replace(/\{\w+\}/, keys.get(resource) ?? ''));
  for (const { name, in: place, example } of parameters) {
    if (example === undefined || place === 'path') continue;
    if (place === 'header') call = call.set(name, aboutEncoded(String(example)));
    else call = call.query({ [name]: String(example).replace(/^0001(?=-)/, numbered) });
  }
  const [type = '', content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  // An upload is begun without bytes, which its PATCH sends.
  if (content === undefined || promised.operationId === 'uploads_create') return call;
  const [filename = '', bytesOfFile = () => Buffer.from('bytes')] = files[resource] ?? [];
  const example = JSON.parse(about(JSON.stringify(content.example)));
  if (type !== 'multipart/form-data') return call.type(type).send(example);
  for (const [name, value] of Object.entries<string | null>(example)) {
    if (value === '(the bytes of a file)') call = call.attach(name, await bytesOfFile(), filename);
    else if (value !== null) call = call.field(name, value);
  }
  return call;
}

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
    const amiss: string[] = [];

    const { differencesOf } = promisesOf(document);
    for (const call of callsOf(document)) {
      const { path, method } = call;
      const { key, input } = keys[path.split('/')[2] ?? ''] ?? { key: '', input: () => ({}) };
      const address = path.replace(/\{\w+\}/, String(key));
      const send = (client: Client, target = address) => client[method](target);
      const hasBody = call.requestBody !== undefined;
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
      for (const { status, type: mediaType, body } of answers) {
        const label = `${method} ${path} ${status}`;
        seen.push(label);
        for (const what of differencesOf(call, { status, type: mediaType, body }))
          amiss.push(`${label}: ${what}`);
      }
    }

    expect(amiss).toEqual([]);
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
