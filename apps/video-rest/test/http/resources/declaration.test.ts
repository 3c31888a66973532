/**
 * The promise of the engine: a resource is declared in one place, and everything else about it follows. The one
 * below exists for these tests alone, on a table that is there anyway.
 */
import {
  address,
  answerError,
  boolean,
  columnsOf,
  computed,
  contains,
  equals,
  id,
  link,
  openApiDocument,
  resourcesFor,
  slug,
  text,
} from '@campus/rest';
import { createShell, listen } from '@campus/service';
import { formWith, type Page } from '@campus/testing/markup';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { Validator } from '@seriousme/openapi-schema-validator';
import pino from 'pino';
import { givenUser } from '../../support/accounts.ts';
import { useDeclared } from '../../support/declared-resources.ts';
import { clientWith } from '../../support/service.ts';
import { signedIn, type Visitor } from '../../support/visitor.ts';

const defineResource = resourcesFor<object>();
const everybody = { may: () => true, sees: () => [] };

const sites = defineResource({
  path: 'sites',
  name: ['Site', 'Site'],
  plural: ['sites', 'sites'],
  table: 'buildings',
  fields: {
    id: id(),
    url: address('sites'),
    name: text({ required: true, unique: true, maxLength: 200 }),
  },
  search: ['name'],
  ordering: ['name'],
  rights: everybody,
});

const devices = defineResource({
  path: 'devices',
  name: ['Device', 'Appareil'],
  plural: ['devices', 'appareils'],
  table: 'broadcasters',
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
  search: ['title', 'site.name'],
  ordering: ['-title'],
  onList: {
    of_site: {
      name: ['Devices of a site', "Appareils d'un site"],
      methods: {
        GET: {
          may: () => true,
          takes: { site_name: text({ required: true }) },
          answers: 'list',
          act: ({ values }) => [{ columns: ['building.name'], operator: 'equals', value: values.siteName }],
        },
      },
    },
    like: {
      name: ['Devices whose stream ends so', 'Appareils dont le flux finit ainsi'],
      methods: {
        GET: {
          may: () => true,
          takes: { end: text({ maxLength: 5 }) },
          answers: 'array',
          ordering: ['title'],
          act: ({ values }) =>
            values.end === undefined
              ? undefined
              : [{ columns: ['streamUrl'], operator: 'endsWith', value: values.end }],
        },
      },
    },
    rename_all: {
      name: ['Rename all', 'Renommer tous'],
      description: ['Gives every device a prefix.', 'Donne un préfixe à chaque appareil.'],
      methods: {
        POST: {
          may: (caller) => caller.isStaff,
          takes: { prefix: text({ required: true, maxLength: 5 }) },
          answers: { type: 'object', properties: { prefix: { type: 'string' }, by: { type: 'string' } } },
          act: async ({ values, caller }) => ({ prefix: values.prefix, by: caller.username }),
        },
      },
    },
  },
  onObject: {
    switch: {
      name: ['Switch on or off', 'Allumer ou éteindre'],
      methods: {
        POST: {
          may: () => true,
          takes: { is_on: boolean({ required: true, column: 'status' }) },
          answers: 'object',
          async act({ values }, { id }) {
            await service.db.prisma.broadcaster.update({ where: { id: Number(id) }, data: values });
          },
        },
      },
    },
  },
  rights: { ...everybody, mayChange: (caller) => caller.isStaff },
});

const service = useDeclared([sites, devices]);
let person: Visitor;

beforeAll(async () => {
  person = await signedIn(service, await givenUser(service.db));
});

async function givenDevice(title: string) {
  const site = await service.client
    .post('/rest/sites/')
    .send({ name: `site of ${title}` })
    .expect(201);
  const device = await service.client
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
    expect((await service.client.get(path)).body).toEqual(device);
    expect((await service.client.patch(path).send({ is_on: 'off' })).body).toEqual({
      ...device,
      is_on: false,
    });
    expect((await service.client.put(path).send({ ...device, title: 'wheel' })).body.shout).toBe('WHEEL!');
    expect((await service.client.delete(`/rest/sites/${site.id}/`)).body).toEqual({
      detail: 'This site is still in use (devices: 1). Change or delete those first.',
    });
    await service.client.delete(path).expect(204);
    await service.client.delete(`/rest/sites/${site.id}/`).expect(204);
  });

  test('is listed, searched, filtered and sorted', async () => {
    const { site } = await givenDevice('north');
    await givenDevice('south');
    const titlesOf = async (query: string) => {
      const { body } = await service.client.get(`/rest/devices/?${query}`).expect(200);
      return body.results.map(({ title }: { title: string }) => title);
    };

    expect(await titlesOf('search=site+th')).toEqual(['south', 'north']);
    expect(await titlesOf('ordering=title')).toEqual(['north', 'south']);
    expect(await titlesOf('ordering=shout')).toEqual(['north', 'south']);
    expect(await titlesOf(`site=${site.url}`)).toEqual(['north']);
    expect(await titlesOf('title__icontains=SOU')).toEqual(['south']);
    expect((await service.client.get('/rest/devices/?hue=red')).status).toBe(400);
  });

  test('has its messages, its rights and its OPTIONS', async () => {
    const { device } = await givenDevice('ruled');
    const guest = clientWith(service.url, {});

    const taken = await service.client
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
    const document = openApiDocument(
      { resources: [sites, devices], views: [] },
      {
        title: 'Devices',
        description: '',
        version: '1',
        baseUrl: undefined,
      },
    );

    expect(Object.keys(document.paths)).toEqual([
      '/rest/sites/',
      '/rest/sites/{id}/',
      '/rest/devices/',
      '/rest/devices/{id}/',
      '/rest/devices/of_site/',
      '/rest/devices/like/',
      '/rest/devices/rename_all/',
      '/rest/devices/{id}/switch/',
    ]);
    expect(document).toHaveProperty(
      ['paths', '/rest/devices/of_site/', 'get', 'parameters', '0'],
      expect.objectContaining({ name: 'site_name', required: true }),
    );
    expect(document).toHaveProperty(
      [
        ...['paths', '/rest/devices/rename_all/', 'post', 'requestBody', 'content'],
        ...['application/json', 'schema', 'required'],
      ],
      ['prefix'],
    );
    expect(await new Validator().validate(JSON.parse(JSON.stringify(document)))).toMatchObject({
      valid: true,
    });
  });

  test('has its pages, with a filter form and the forms that create, change and remove', async () => {
    const { site, device } = await givenDevice('browsed');
    const fieldsOf = (page: Page, field: string) => formWith(page, field).fields.map(({ name }) => name);

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

    expect(fieldsOf(listed.page, 'ordering')).toEqual([
      ...['search', 'site__search', 'site', 'title__icontains', 'ordering', 'page_size'],
    ]);
    expect(fieldsOf(listed.page, '_form')).toEqual([
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
    expect(listed.page.names('heading')).toContain('Devices');
    // Its first required text names a device.
    expect(shown.page.names('heading')).toContain('s browsed');
    const field = formWith(shown.page, '_form').field('site');
    expect([field.value, field.choices]).toEqual([site.url, expect.arrayContaining(['site of browsed'])]);
    expect(created.status).toBe(201);
    expect((await service.client.get('/rest/devices/?title__icontains=by+form')).body.results).toMatchObject([
      { is_on: false, shout: 'BY FORM!' },
    ]);
    expect(asked.page.get('main').text).toContain('Device “s browsed” will be removed for good.');
  });

  test('has an action on its list that reads, which pages, filters and refuses as the list does', async () => {
    await givenDevice('act-list');
    await givenDevice('act-other');
    const path = '/rest/devices/of_site/';

    const { status, body, headers } = await service.client.get(`${path}?site_name=site+of+act-list`);
    const refused = await service.client.get(`${path}?hue=red&site_name=x`);
    const missing = await service.client.get(`/rest/devices/of_site.json`);

    expect([status, headers.allow]).toEqual([200, 'GET, HEAD, OPTIONS']);
    expect([body.count, body.results[0].title]).toEqual([1, 'act-list']);
    expect([refused.status, Object.keys(refused.body)]).toEqual([400, ['hue']]);
    expect([missing.status, missing.body]).toEqual([400, { site_name: ['This field is required.'] }]);
  });

  test('has an action on its list that answers a bare array, whatever it is asked', async () => {
    for (const title of ['array-b', 'array-a']) await givenDevice(title);
    const ask = async (query: string) => {
      const { status, body } = await service.client.get(`/rest/devices/like/?${query}`);
      return [status, body.map(({ title }: { title: string }) => title)];
    };

    expect(await ask('end=RAY-A')).toEqual([200, ['array-a']]);
    expect(await ask('end=-a&hue=red&page=7')).toEqual([200, ['array-a']]);
    for (const query of ['', 'end=', 'end=none', 'end=%25-a', 'end=far-too-long', 'end=%00'])
      expect([query, await ask(query)]).toEqual([query, [200, []]]);
    const { body } = await service.client.get('/rest/devices/like/?end=y-b');
    expect(body).toEqual([(await service.client.get(`/rest/devices/${body[0].id}/`)).body]);
    expect((await person.get('/rest/devices/like/?end=y-b')).status).toBe(200);
  });

  test('has an action on its list that changes something, with its rights, its input and its OPTIONS', async () => {
    const path = '/rest/devices/rename_all/';
    const guest = clientWith(service.url, {});

    const done = await service.client.post(path).send({ prefix: 'new' });
    const wrong = await service.client.post(path).send({ prefix: 'too long' });
    const forbidden = await guest.post(path).send({ prefix: 'new' });
    const impossible = await service.client.get(path);
    const { body } = await service.client.options(path);

    expect([done.status, done.body]).toEqual([200, { prefix: 'new', by: 'somebody' }]);
    expect([wrong.status, Object.keys(wrong.body)]).toEqual([400, ['prefix']]);
    expect(forbidden.status).toBe(403);
    expect([impossible.status, impossible.headers.allow, impossible.body]).toEqual([
      405,
      'POST, OPTIONS',
      { detail: 'Method "GET" not allowed.' },
    ]);
    expect([body.name, Object.keys(body.actions.POST)]).toEqual(['Rename all', ['prefix']]);
    expect((await guest.options(path)).body).not.toHaveProperty('actions');
  });

  test('has an action on an object, for whom it exists and who may change it', async () => {
    const { device } = await givenDevice('act-one');
    const path = `/rest/devices/${device.id}/switch/`;
    const guest = clientWith(service.url, {});

    const off = await service.client.post(path).send({ is_on: false });
    const forbidden = await guest.post(path).send({ is_on: true });
    const nothing = await service.client.post('/rest/devices/999999/switch/').send({ is_on: true });
    const impossible = await service.client.delete(path);

    expect([off.status, off.body]).toEqual([200, { ...device, is_on: false }]);
    expect([forbidden.status, nothing.status]).toEqual([403, 404]);
    expect([impossible.status, impossible.headers.allow]).toEqual([405, 'POST, OPTIONS']);
  });

  test('has pages of its actions, which the pages of list and object lead to', async () => {
    const { device } = await givenDevice('act-page');
    const path = `/rest/devices/${device.id}/switch/`;

    const listed = await person.get('/rest/devices/');
    const shown = await person.get(`/rest/devices/${device.id}/`);
    const page = await person.get(`${path}?_method=OPTIONS`);
    const done = await person.post(path, { _form: 'all' });
    const foreign = await person.post(path, { _form: 'all' }, { csrf: false });

    const addressesOn = ({ page: { all } }: typeof page) => all('link').map((link) => link.attribute('href'));
    expect(addressesOn(listed)).toEqual(
      expect.arrayContaining(['/rest/devices/of_site/', '/rest/devices/rename_all/?_method=OPTIONS']),
    );
    expect(addressesOn(shown)).toContain(`${path}?_method=OPTIONS`);
    expect(page.page.names('heading')).toContain('Switch on or off');
    expect(addressesOn(page)).toContain(`/rest/devices/${device.id}/`);
    const { element } = formWith(page.page, 'is_on');
    expect([element.attribute('method'), element.attribute('action')]).toEqual(['post', path]);
    expect([done.status, foreign.status]).toEqual([200, 403]);
    expect((await service.client.get(`/rest/devices/${device.id}/`)).body.is_on).toBe(false);
  });

  test('that calls a field by a name that it has not on the wire neither compiles nor starts', () => {
    const named = { name: ['Room', 'Salle'], plural: ['rooms', 'salles'] } as const;
    const bare = { ...named, path: 'rooms', table: 'broadcasters', rights: everybody };
    const fields = { id: id(), is_on: boolean({ column: 'status' }), site: link(() => sites) };
    const nothing = { ...bare, fields, search: [], ordering: [] };
    const declarations = [
      // @ts-expect-error: its name there is `is_on`
      () => defineResource({ ...nothing, search: ['isOn'] }),
      // @ts-expect-error
      () => defineResource({ ...nothing, ordering: ['-status'] }),
      // @ts-expect-error: `site` has no field of this name
      () => defineResource({ ...nothing, ordering: ['site.title'] }),
      // @ts-expect-error
      () => defineResource({ ...nothing, ordering: ['is_on.name'] }),
      // @ts-expect-error
      () => defineResource({ ...nothing, naming: ['status'] }),
      // @ts-expect-error
      () => defineResource({ ...nothing, filters: { status: equals('status') } }),
      // @ts-expect-error
      () => defineResource({ ...nothing, uniqueTogether: [{ fields: ['site', 'status'] }] }),
    ];
    for (const declare of declarations) expect(() => columnsOf(declare())).toThrow(/^(rooms|sites): /);
    // @ts-expect-error: there is no title to make it from
    defineResource({ ...nothing, fields: { ...fields, slug: slug({ from: 'title' }) } });

    const right = { ...nothing, unshown: ['date_joined'], search: ['site.name'] } as const;
    const columns = columnsOf(defineResource({ ...right, ordering: ['-date_joined', 'is_on'] }));
    expect([...columns]).toEqual(expect.arrayContaining(['site.name', 'dateJoined', 'status']));
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
