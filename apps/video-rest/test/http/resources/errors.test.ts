import { readFile } from 'node:fs/promises';
import { countWaiting, eventually } from '@campus/testing';
import { readPage } from '@campus/testing/markup';
import { describe, expect, test } from '@jest/globals';
import { resources } from '../../../src/http/resources/resources.ts';
import { addressOf, bodyFor, givenObject } from '../../support/given-objects.ts';
import { givenVideoRows } from '../../support/given-records.ts';
import { postBroadcaster, postBuilding, postType } from '../../support/post-resources.ts';
import { useService } from '../../support/service.ts';

const service = useService();
const json = 'application/json; charset=utf-8';

test('What docs/clients.md says is left out of Esup-Pod is a 404', async () => {
  const guide = await readFile(new URL('../../../../../docs/clients.md', import.meta.url), 'utf8');
  const [, table = ''] = /## What is left out\n(.*?)\n## /s.exec(guide) ?? [];
  const names = table.split('\n').flatMap((row) => /^\| (`.*?) \|/.exec(row)?.[1]?.match(/\w+/g) ?? []);

  expect(names).toHaveLength(12);
  for (const name of names) await service.staff.client.get(`/rest/${name}/`).expect(404);
});

describe('An error is JSON, in the language of the request', () => {
  const refusals: [string, () => ReturnType<typeof service.root.client.get>, number, ...string[]][] = [
    ['unknown path', () => service.ada.client.get('/rest/nothing/'), 404, 'Not found.', 'Non trouvé.'],
    ['path outside the API', () => service.ada.client.get('/nothing'), 404, 'Not found.', 'Non trouvé.'],
    ['malformed id', () => service.ada.client.get('/rest/types/abc/'), 404, 'Not found.', 'Non trouvé.'],
    ['broken encoding', () => service.ada.client.get('/rest/types/%'), 404, 'Not found.', 'Non trouvé.'],
    ['NUL in a path', () => service.ada.client.get('/rest/broadcasters/%00/'), 404, 'Not found.'],
    [
      'unknown format',
      () => service.ada.client.get('/rest/types/?format=xml'),
      404,
      'Not found.',
      'Non trouvé.',
    ],
    [
      'no such page',
      () => service.ada.client.get('/rest/types/?page=99'),
      404,
      'Invalid page.',
      'Page non valide.',
    ],
    [
      'no such type',
      () => service.ada.client.get('/rest/types/999999/'),
      404,
      'No Type matches the given query.',
      'No Type matches the given query.',
    ],
    [
      'no such broadcaster',
      () => service.staff.client.patch('/rest/broadcasters/none/').send({ status: true }),
      404,
      'No Broadcaster matches the given query.',
    ],
    [
      'no such video',
      () => service.staff.client.delete('/rest/videos/999999/'),
      404,
      'No Video matches the given query.',
    ],
    [
      'method of a list',
      () => service.staff.client.delete('/rest/types/'),
      405,
      'Method "DELETE" not allowed.',
      'Méthode « DELETE » non autorisée.',
    ],
    [
      'method of an object',
      () => service.staff.client.post('/rest/types/1/'),
      405,
      'Method "POST" not allowed.',
    ],
    ['method of the root', () => service.staff.client.post('/rest/'), 405, 'Method "POST" not allowed.'],
    [
      'not acceptable',
      () => service.ada.client.get('/rest/types/').set('Accept', 'image/png'),
      406,
      'Could not satisfy the request Accept header.',
    ],
    [
      'unknown media type',
      () => service.staff.client.post('/rest/types/').set('Content-Type', 'text/plain').send('x'),
      415,
      'Unsupported media type "text/plain" in request.',
    ],
    [
      'unknown charset',
      () =>
        service.staff.client
          .post('/rest/types/')
          .set('Content-Type', 'application/json; charset=latin1')
          .send('{}'),
      415,
      'Unsupported media type "application/json; charset=latin1" in request.',
    ],
    [
      'unknown content encoding',
      () =>
        service.staff.client
          .post('/rest/types/')
          .set({ 'Content-Type': 'application/json', 'Content-Encoding': 'x' })
          .send('{}'),
      415,
      'Unsupported media type "application/json x" in request.',
    ],
    [
      'broken content encoding',
      () =>
        service.staff.client
          .post('/rest/types/')
          .set({ 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' })
          .send('{}'),
      400,
      'The request cannot be read: its encoding is broken',
    ],
    [
      'large JSON',
      () => service.staff.client.post('/rest/types/').send({ title: 'x'.repeat(3_000_000) }),
      413,
      'The request body is larger than 2 MiB.',
      'Le corps de la requête dépasse 2 MiB.',
    ],
    [
      'large form',
      () =>
        service.staff.client
          .post('/rest/types/')
          .type('form')
          .send({ title: 'x'.repeat(3_000_000) }),
      413,
      'The request body is larger than 2 MiB.',
    ],
    [
      'nobody',
      () => service.as({}).get('/rest/types/'),
      401,
      'Authentication credentials were not provided.',
    ],
    [
      'no right',
      () => service.ada.client.post('/rest/types/').send({ title: 'x' }),
      403,
      'You do not have permission to perform this action.',
      "Vous n'avez pas la permission d'effectuer cette action.",
    ],
  ];

  test.each(
    refusals.map(([name, send, expected, en, fr]) => ({ name, send, expected, details: { en, fr } })),
  )('$name', async ({ send, expected, details }) => {
    for (const [language, detail] of Object.entries(details)) {
      if (detail === undefined) continue;
      const { status, body, headers } = await send().set('Accept-Language', language);
      expect([status, body]).toEqual([expected, { detail }]);
      expect(headers).toMatchObject({ 'content-type': json, 'content-language': language });
    }
  });

  test('of input is the messages by field, in French as clients know them', async () => {
    const { status, body, headers } = await service.staff.client
      .post('/rest/broadcasters/')
      .set('Accept-Language', 'fr-FR,fr;q=0.9,en;q=0.8')
      .send({ url: '', name: 'x'.repeat(201), building: null, description: [], status: 'peut-être' });

    expect([status, body]).toEqual([
      400,
      {
        url: ['Ce champ ne peut être vide.'],
        name: ['Assurez-vous que ce champ comporte au plus 200 caractères.'],
        building: ['Ce champ ne peut être nul.'],
        description: ['Chaîne de caractère invalide.'],
        status: ['Doit être un booléen valide.'],
      },
    ]);
    expect(headers).toMatchObject({ 'content-type': json, 'content-language': 'fr' });
  });

  test('of missing input says so in French', async () => {
    const missing = ['Ce champ est obligatoire.'];
    const { body } = await service.staff.client.post('/rest/broadcasters/').set('Accept-Language', 'fr');

    expect(body).toEqual({ url: missing, name: missing, building: missing });
  });

  test('of an address that is none says so in French', async () => {
    const { body } = await service.root.client
      .post('/rest/users/')
      .set('Accept-Language', 'fr')
      .send({ username: 'adresse', email: 'adresse' });
    const map = await service.staff.client
      .post('/rest/buildings/')
      .set('Accept-Language', 'fr')
      .send({ name: 'Plan', gmapurl: 'plan' });

    expect(body).toEqual({ email: ['Saisissez une adresse e-mail valide.'] });
    expect(map.body).toEqual({ gmapurl: ['Saisissez une URL valide.'] });
  });

  test('is no answer that anybody keeps', async () => {
    const { headers } = await service.ada.client.get('/rest/types/999999/');

    expect(headers['cache-control']).toBe('no-store');
  });
});

describe('The order of checks', () => {
  test('is Accept, credentials, rights, method, object, body, values', async () => {
    const { id } = await postType(service);
    const nobody = service.as({});
    const broken = { 'Content-Type': 'text/plain' };
    const steps = [
      nobody.patch('/rest/types/999999/').set({ ...broken, Accept: 'image/png' }),
      nobody.patch('/rest/types/999999/').set(broken).send('x'),
      service.ada.client.patch('/rest/types/999999/').set(broken).send('x'),
      service.staff.client.post('/rest/types/999999/').set(broken).send('x'),
      service.staff.client.patch('/rest/types/999999/').set(broken).send('x'),
      service.staff.client.patch(`/rest/types/${id}/`).set(broken).send('x'),
      service.staff.client.patch(`/rest/types/${id}/`).send({ title: '' }),
    ];

    expect((await Promise.all(steps)).map(({ status }) => status)).toEqual([
      406, 401, 403, 405, 404, 415, 400,
    ]);
  });
});

describe('Allow', () => {
  const list = 'GET, POST, HEAD, OPTIONS';
  const one = 'GET, PUT, PATCH, DELETE, HEAD, OPTIONS';

  test('names the methods of every address, whatever the answer', async () => {
    const type = await postType(service);
    const { slug } = await postBroadcaster(service);
    for (const [path, expected] of [
      ['/rest/types/', list],
      ['/rest/videos', list],
      [`/rest/types/${type.id}/`, one],
      [`/rest/broadcasters/${slug}/`, one],
      ['/rest/types/999999/', one],
      ['/rest/encodings/', 'GET, HEAD, OPTIONS'],
      ['/rest/encodings/1/', 'GET, PUT, PATCH, HEAD, OPTIONS'],
      ['/rest/', 'GET, HEAD, OPTIONS'],
    ] as const) {
      const got = await service.staff.client.get(path);
      const refused = await service.staff.client[expected === list ? 'patch' : 'post'](path);
      expect([path, got.headers.allow, refused.headers.allow]).toEqual([path, expected, expected]);
      expect([path, refused.status]).toEqual([path, 405]);
    }
  });
});

describe('Accept', () => {
  test.each([
    undefined,
    '*/*',
    'application/*',
    'application/json',
    'application/json; charset=utf-8',
    'Application/JSON;Charset=UTF-8',
    'application/json; indent=4',
    'text/html;q=0.1, application/json;version=1;q=0.2',
    'application/json, text/html',
    'text/html;q=0, */*',
  ])('%s is answered in JSON', async (accept) => {
    const request = service.ada.client.get('/rest/types/');
    const { status, headers } = await (accept === undefined
      ? request.unset('Accept')
      : request.set('Accept', accept));

    expect([status, headers['content-type']]).toEqual([200, json]);
    expect(headers.vary).toBe('Accept, Accept-Language, Accept-Encoding');
  });

  test.each([
    'text/html',
    'text/*',
    'text/html, application/json;version=1;q=0.2',
    'application/json;q=0.1, text/html',
    'application/json; charset=utf-8; q=0.0, text/html',
    'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8',
  ])('%s is answered with a page, unless the query asks for JSON', async (accept) => {
    const page = await service.ada.client.get('/rest/types/').set('Accept', accept);
    const asked = await service.ada.client.get('/rest/types/?format=json').set('Accept', accept);

    expect([page.status, page.type]).toEqual([200, 'text/html']);
    expect([asked.status, asked.headers['content-type']]).toEqual([200, json]);
  });

  test.each([
    'image/png',
    'json',
    'text/plain',
    'application/jsonp',
    'application/json;q=0',
    'application/json; charset=utf-8; q=0.0, text/html;q=0',
  ])('%s is a 406, unless the query asks for JSON', async (accept) => {
    const refused = await service.ada.client.get('/rest/types/').set('Accept', accept);
    const asked = await service.ada.client.get('/rest/types/?format=json').set('Accept', accept);

    expect([refused.status, refused.headers['content-type']]).toEqual([406, json]);
    expect([asked.status, asked.headers['content-type']]).toEqual([200, json]);
  });

  test('of a page is answered with one where nothing is, and never where the files are', async () => {
    const reader = service.as({ Accept: 'text/html', 'Accept-Language': 'fr' });
    const nothing = await reader
      .get('/nothing')
      .expect(404)
      .expect('Content-Type', /^text\/html/);
    expect(readPage(nothing.text).names('heading')).toContain('Introuvable');
    const file = await reader.get('/media/nothing').expect('Content-Type', json);
    expect(file.text).toMatch(/^\{"detail":/);
  });
});

describe('409', () => {
  test('a type that videos have is not removed, and the answer says how many', async () => {
    const { id } = await postType(service);
    const videos = await givenVideoRows(service, { count: 3, ownerId: service.ada.id, typeId: id });

    const refused = await service.staff.client.delete(`/rest/types/${id}/`);
    const french = await service.staff.client.delete(`/rest/types/${id}/`).set('Accept-Language', 'fr');
    await service.sql.query('delete from videos where id = any($1)', [videos]);
    const removed = await service.staff.client.delete(`/rest/types/${id}/`);

    expect([refused.status, refused.body]).toEqual([
      409,
      { detail: 'This type is still in use (videos: 3). Change or delete those first.' },
    ]);
    expect(french.body.detail).toBe(
      "Cet objet (type) est encore utilisé (vidéos\u00a0: 3). Modifiez ou supprimez-les d'abord.",
    );
    expect([removed.status, removed.text, removed.headers['content-type']]).toEqual([204, '', undefined]);
  });

  test('a building that broadcasters stand in is not removed, nor are they', async () => {
    const { building, slug } = await postBroadcaster(service);

    const { status, body } = await service.staff.client.delete(new URL(building).pathname);

    expect([status, body]).toEqual([
      409,
      { detail: 'This building is still in use (broadcasters: 1). Change or delete those first.' },
    ]);
    await service.ada.client.get(`/rest/broadcasters/${slug}/`).expect(200);
  });

  test('a user who owns videos is not removed', async () => {
    const user = await service.givenUser();
    const { id: typeId } = await postType(service);
    await givenVideoRows(service, { count: 2, ownerId: user.id, typeId });

    const { status, body } = await service.root.client.delete(`/rest/users/${user.id}/`);

    expect([status, body]).toEqual([
      409,
      { detail: 'This user is still in use (videos: 2). Change or delete those first.' },
    ]);
  });
});

describe('Two at once', () => {
  const withUnique = resources.filter(
    ({ actions, fields }) => actions.includes('create') && fields.some(({ unique }) => unique !== undefined),
  );

  test.each(withUnique.map((resource) => [resource.path, resource] as const))(
    'who create the same in %s get one 201 and one 400 each time',
    async (path, resource) => {
      for (let round = 0; round < 5; round += 1) {
        const body = await bodyFor(service, resource);

        const answers = await Promise.all(
          [1, 2].map(() => service.root.client.post(`/rest/${path}/`).send(body)),
        );

        const refused = answers.find(({ status }) => status !== 201);
        expect(answers.map(({ status }) => status).sort()).toEqual([201, 400]);
        const messages = Object.values<string[]>(refused?.body).flat();
        expect(messages).not.toEqual([]);
        expect(messages.filter((message) => !message.includes('already exists'))).toEqual([]);
      }
    },
  );

  test('who rename two rows to the same name get one 200 and one 400', async () => {
    const buildings = [await postBuilding(service), await postBuilding(service)];

    const answers = await Promise.all(
      buildings.map(({ id }) => service.staff.client.patch(`/rest/buildings/${id}/`).send({ name: 'twin' })),
    );

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(answers.find(({ status }) => status === 400)?.body).toEqual({
      name: ['Building with this name already exists.'],
    });
  });

  test('of whom one removes what the other refers to: the other hears that it does not exist', async () => {
    const { slug } = await postBroadcaster(service);
    const writes = [
      (building: string) =>
        service.staff.client
          .post('/rest/broadcasters/')
          .send({ name: crypto.randomUUID(), url: `rtmp://h/${crypto.randomUUID()}`, building }),
      (building: string) => service.staff.client.patch(`/rest/broadcasters/${slug}/`).send({ building }),
    ];
    for (const write of writes) {
      const { id, url } = await postBuilding(service);
      const removing = await service.sql.connect();
      try {
        await removing.query('begin');
        await removing.query('delete from buildings where id = $1', [id]);
        const answer = write(url).then((response) => response);
        await eventually(async () => (await countWaiting(service.sql)) === 1, {
          describe: 'the write waits for the building',
        });
        await removing.query('commit');

        const { status, body } = await answer;
        expect([status, body]).toEqual([400, { building: ['Invalid hyperlink - Object does not exist.'] }]);
      } finally {
        removing.release();
      }
    }
  });

  test('of whom one removes the row that the other changes: a 404 and no error of ours', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await postBuilding(service);

      const [changed, removed] = await Promise.all([
        service.staff.client.patch(`/rest/buildings/${id}/`).send({ name: `vanishing ${round}` }),
        service.staff.client.delete(`/rest/buildings/${id}/`),
      ]);

      expect(removed.status).toBe(204);
      expect([200, 404]).toContain(changed.status);
    }
  });

  test.each(['videos', 'channels', 'files', 'webhooks'])(
    'of whom one removes an object of %s that the other is about to change: a 404',
    async (path) => {
      const resource = resources.find((one) => one.path === path);
      if (resource === undefined) throw new Error(`there is no resource ${path}`);
      const object = await givenObject(service, resource);
      const removing = await service.sql.connect();
      try {
        await removing.query('begin');
        await removing.query(`delete from ${resource.table} where id = $1`, [object.id]);
        const change = path === 'files' ? { name: 'late' } : { description: 'late' };
        const answer = service.root.client
          .patch(addressOf(resource, object))
          .send(change)
          .then((response) => response);
        await eventually(async () => (await countWaiting(service.sql)) === 1, {
          describe: 'the change waits for the row',
        });
        await removing.query('commit');

        expect((await answer).status).toBe(404);
      } finally {
        removing.release();
      }
    },
  );
});
