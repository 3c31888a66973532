/**
 * The promise of the engine: a resource is declared in one place, and everything else about it follows. The one
 * below exists for these tests alone, on a table that is there anyway.
 */
import { tmpdir } from 'node:os';
import {
  address,
  answerError,
  boolean,
  byId,
  type Caller,
  computed,
  contains,
  createLongAnswers,
  defineResource,
  equals,
  id,
  link,
  openApiDocument,
  resourceRouter,
  text,
} from '@campus/rest';
import { createShell, type Listening, listen } from '@campus/service';
import { createTestDatabase } from '@campus/testing';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Validator } from '@seriousme/openapi-schema-validator';
import type { Request } from 'express';
import pino from 'pino';
import { loadVideoConfiguration } from '../../../src/config.ts';
import { type Database, openDatabase } from '../../../src/data/open-database.ts';
import { tableStore } from '../../../src/data/table-store.ts';
import { paths } from '../../../src/http/addresses.ts';
import { openSessions } from '../../../src/http/pages/sign-in/open-sessions.ts';
import { givenUser, passwordCheckOn } from '../../support/accounts.ts';
import { type Client, clientWith } from '../../support/service.ts';
import { signedIn, type Visitor } from '../../support/visitor.ts';

const everybody = { may: () => true, sees: () => [] };

const sites = defineResource<object>({
  path: 'sites',
  name: { en: 'Site', fr: 'Site' },
  plural: { en: 'sites', fr: 'sites' },
  table: 'buildings',
  lookup: byId,
  fields: {
    id: id(),
    url: address('sites'),
    name: text({ required: true, unique: true, maxLength: 200 }),
  },
  search: ['name'],
  ordering: ['name'],
  rights: everybody,
});

const devices = defineResource<object>({
  path: 'devices',
  name: { en: 'Device', fr: 'Appareil' },
  plural: { en: 'devices', fr: 'appareils' },
  table: 'broadcasters',
  lookup: byId,
  fields: {
    id: id(),
    self: address('devices'),
    stream: text({ column: 'streamUrl', required: true, unique: true, maxLength: 200 }),
    title: text({ column: 'name', required: true, unique: true, maxLength: 200 }),
    code: text({ column: 'slug', required: true, unique: true, maxLength: 230 }),
    site: link(() => sites, { column: 'buildingId', required: true }),
    is_on: boolean({ column: 'status', default: true }),
    shout: computed({
      columns: ['name'],
      schema: { type: 'string' },
      show: ({ name }) => `${String(name).toUpperCase()}!`,
    }),
  },
  filters: { site: equals('site'), title__icontains: contains('title') },
  search: ['name', 'building.name'],
  ordering: ['-title'],
  rights: { ...everybody, mayChange: (caller) => caller.isStaff },
});

let db: Database;
let service: Listening;
let person: Visitor;
let closeDatabase: () => Promise<void>;
let client: Client;

beforeAll(async () => {
  const database = await createTestDatabase('video-rest');
  db = openDatabase(database.url, () => {});
  const sessions = await openSessions({
    db,
    checkPassword: passwordCheckOn(db),
    configuration: loadVideoConfiguration({ env: {}, workingDirectory: tmpdir(), repositoryRoot: tmpdir() }),
    now: () => new Date(),
    log: pino({ level: 'silent' }),
  });
  closeDatabase = async () => {
    await sessions.close();
    await db.close();
    await database.drop();
  };
  const app = createShell({ log: pino({ level: 'silent' }), trustedProxies: [] });
  const engine = {
    services: {},
    baseUrl: undefined,
    language: 'en' as const,
    timeZone: 'UTC',
    toleratedParameters: new Set<string>(),
    storeOf: (table: string) => tableStore(db, table, []),
    authenticate: async ({ headers }: { headers: NodeJS.Dict<string | string[]> }): Promise<Caller> => ({
      id: 1,
      username: 'somebody',
      address: undefined,
      isStaff: headers.authorization === 'staff',
      isSuperuser: false,
      scheme: 'token',
    }),
    receiveForm: async () => ({ fields: {}, file: undefined, dispose: async () => {} }),
    explain: () => undefined,
    longAnswers: createLongAnswers(),
    sessions: {
      ...sessions,
      callerOf: (request: Request): Caller | undefined => {
        const account = sessions.accountOf(request);
        return (
          account && {
            id: account.id,
            username: account.username,
            address: request.ip,
            isStaff: true,
            isSuperuser: false,
            scheme: 'session',
          }
        );
      },
    },
  };
  app.use(sessions.handle);
  app.use(paths.accounts, sessions.routes);
  app.use('/rest', resourceRouter([sites, devices], engine));
  app.use(answerError({ language: 'en', explain: () => undefined }));
  service = await listen(app, { host: '127.0.0.1', port: 0 });
  client = clientWith(service.url, { authorization: 'staff' });
  person = await signedIn(service, await givenUser(db));
});

afterAll(async () => {
  await service.stop();
  await closeDatabase();
});

async function givenDevice(title: string) {
  const site = await client
    .post('/rest/sites/')
    .send({ name: `site of ${title}` })
    .expect(201);
  const device = await client
    .post('/rest/devices/')
    .send({ title, code: title, stream: `s ${title}`, site: site.body.url })
    .expect(201);
  return { site: site.body, device: device.body };
}

describe('A declared resource', () => {
  test('is created, read, changed and removed', async () => {
    const { site, device } = await givenDevice('cycle');
    const path = `/rest/devices/${device.id}/`;

    expect(device).toEqual({
      id: device.id,
      self: `${service.url}${path}`,
      stream: 's cycle',
      title: 'cycle',
      code: 'cycle',
      site: site.url,
      is_on: true,
      shout: 'CYCLE!',
    });
    expect((await client.get(path)).body).toEqual(device);
    expect((await client.patch(path).send({ is_on: 'off' })).body).toEqual({ ...device, is_on: false });
    expect((await client.put(path).send({ ...device, title: 'wheel' })).body.shout).toBe('WHEEL!');
    expect((await client.delete(`/rest/sites/${site.id}/`)).body).toEqual({
      detail: 'This site is still in use (devices: 1). Change or delete those first.',
    });
    await client.delete(path).expect(204);
    await client.delete(`/rest/sites/${site.id}/`).expect(204);
  });

  test('is listed, searched, filtered and sorted', async () => {
    const { site } = await givenDevice('north');
    await givenDevice('south');
    const titlesOf = async (query: string) => {
      const { body } = await client.get(`/rest/devices/?${query}`).expect(200);
      return body.results.map(({ title }: { title: string }) => title);
    };

    expect(await titlesOf('search=site+th')).toEqual(['south', 'north']);
    expect(await titlesOf('ordering=title')).toEqual(['north', 'south']);
    expect(await titlesOf('ordering=shout')).toEqual(['north', 'south']);
    expect(await titlesOf(`site=${site.url}`)).toEqual(['north']);
    expect(await titlesOf('title__icontains=SOU')).toEqual(['south']);
    expect((await client.get('/rest/devices/?hue=red')).status).toBe(400);
  });

  test('has its messages, its rights and its OPTIONS', async () => {
    const { device } = await givenDevice('ruled');
    const guest = clientWith(service.url, {});

    const taken = await client
      .post('/rest/devices/')
      .set('Accept-Language', 'fr')
      .send({ ...device, title: 'ruled', stream: 'x' });
    const refused = await guest.patch(`/rest/devices/${device.id}/`).send({ title: 'x' });
    const { body } = await guest.options('/rest/devices/');

    expect(taken.body).toEqual({
      title: ['Un objet Appareil avec ce champ Title existe déjà.'],
      code: ['Un objet Appareil avec ce champ Code existe déjà.'],
    });
    expect(refused.status).toBe(403);
    expect(body.name).toBe('Device List');
    expect(Object.keys(body.actions.POST)).toEqual(devices.fields.map(({ name }) => name));
  });

  test('is part of the OpenAPI document', async () => {
    const document = openApiDocument([sites, devices], {
      title: 'Devices',
      description: '',
      version: '1',
      baseUrl: undefined,
      views: {},
    });

    expect(Object.keys(document.paths)).toEqual([
      '/rest/sites/',
      '/rest/sites/{id}/',
      '/rest/devices/',
      '/rest/devices/{id}/',
    ]);
    expect(await new Validator().validate(JSON.parse(JSON.stringify(document)))).toMatchObject({
      valid: true,
    });
  });

  test('has its pages, with a filter form and the forms that create, change and remove', async () => {
    const { site, device } = await givenDevice('browsed');
    const controlsOf = (text: string, form: RegExp) =>
      [...(form.exec(text)?.[0] ?? '').matchAll(/<(?:input|select|textarea)[^>]* name="([^"]+)"/g)].map(
        ([, name]) => name,
      );

    const listed = await person.get('/rest/devices/');
    const shown = await person.get(`/rest/devices/${device.id}/`);
    const created = await person.post('/rest/devices/', {
      _form: 'all',
      title: 'by form',
      code: 'form',
      stream: 's form',
      site: site.url,
    });
    const asked = await person.get(`/rest/devices/${device.id}/?_method=DELETE`);

    expect(controlsOf(listed.text, /<details.*?<\/details>/s)).toEqual([
      ...['search', 'site__search', 'site', 'title__icontains', 'ordering', 'page_size'],
    ]);
    expect(controlsOf(listed.text, /<section aria-labelledby="forms">.*?<\/form>/s)).toEqual([
      ...[
        'csrfmiddlewaretoken',
        '_once',
        '_form',
        'stream',
        'title',
        'code',
        'site__search',
        'site',
        'is_on',
      ],
    ]);
    expect(listed.text).toContain('<h1>Devices</h1>');
    // Its first required text names a device.
    expect(shown.text).toContain('<h1>s browsed</h1>');
    expect(shown.text).toContain(`<option value="${site.url}" selected>site of browsed</option>`);
    expect(created.status).toBe(201);
    expect((await client.get('/rest/devices/?title__icontains=by+form')).body.results).toMatchObject([
      { is_on: false, shout: 'BY FORM!' },
    ]);
    expect(asked.text).toContain('Device “s browsed” will be removed for good.');
  });

  test('whose filter, or whose name for people, is no field does not start', () => {
    expect(() => defineResource({ ...sites, fields: {}, filters: { name: equals('name') } })).toThrow(
      'sites: filter name names no field',
    );
    expect(() => defineResource({ ...sites, fields: {}, filters: {}, naming: ['label'] })).toThrow(
      'sites: naming label names no field',
    );
  });
});

test('What nobody expects is a 500 in JSON without a word of what happened', async () => {
  const app = createShell({ log: pino({ level: 'silent' }), trustedProxies: [] });
  app.use((_request, _response) => {
    throw new Error('a secret of ours');
  });
  app.use(answerError({ language: 'en', explain: () => undefined }));
  const failing = await listen(app, { host: '127.0.0.1', port: 0 });

  const { status, type, body } = await clientWith(failing.url, { Accept: 'text/html' }).get('/');

  await failing.stop();
  expect([status, type, body]).toEqual([
    500,
    'application/json',
    { detail: 'Something went wrong on our side; the request id in X-Request-Id finds it in the log.' },
  ]);
});
