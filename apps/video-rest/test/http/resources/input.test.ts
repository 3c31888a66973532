import { describe, expect, test } from '@jest/globals';
import { resources } from '../../../src/http/resources/resources.ts';
import { postBroadcaster, postBuilding, postType } from '../../support/post-resources.ts';
import { useService } from '../../support/service.ts';

const service = useService();

/** A name that no other row has. */
const fresh = (word = 'name') => `${word} ${crypto.randomUUID()}`;
const freshStream = () => `https://live.example.org/${crypto.randomUUID()}`;

/** Sends JSON text as it is. */
const sendJson = (path: string, text: string) =>
  service.staff.client.post(path).set('Content-Type', 'application/json').send(text);

describe.each(['json', 'urlencoded', 'multipart'] as const)('As %s', (kind) => {
  /** The same members in each of the three media types. */
  const send = (method: 'post' | 'put' | 'patch', path: string, members: Record<string, string>) => {
    const request = service.staff.client[method](path);
    if (kind === 'json') return request.send(members);
    if (kind === 'urlencoded') return request.type('form').send(members);
    const [first = ['_', ''], ...others] = Object.entries(members);
    // superagent sends a multipart body only when a field was set.
    return others.reduce((form, [name, value]) => form.field(name, value), request.field(...first));
  };

  test('a building, a type and a broadcaster are created and changed', async () => {
    const [name, title, stream] = [fresh(), fresh(), freshStream()];
    const building = await send('post', '/rest/buildings/', { name, gmapurl: 'https://maps.example.org/' });
    const type = await send('post', '/rest/types', { title, description: 'Été, «déjà» 😀' });
    const broadcaster = await send('post', '/rest/broadcasters/', {
      url: stream,
      name,
      building: building.body.url,
      status: 'on',
    });
    const renamed = await send('patch', `/rest/buildings/${building.body.id}/`, { name: fresh('renamed') });
    const replaced = await send('put', `/rest/types/${type.body.id}`, { title: fresh('replaced') });

    expect(building.body).toMatchObject({ name, gmapurl: 'https://maps.example.org/', headband: null });
    expect(type.body).toMatchObject({ title, description: 'Été, «déjà» 😀', icon: null });
    expect(broadcaster.body).toMatchObject({ url: stream, name, status: true, is_restricted: false });
    expect([building.status, type.status, broadcaster.status]).toEqual([201, 201, 201]);
    expect([renamed.status, renamed.body.gmapurl]).toEqual([200, 'https://maps.example.org/']);
    expect([replaced.status, replaced.body.description]).toEqual([200, 'Été, «déjà» 😀']);
  });

  test('all that is wrong is told at once', async () => {
    const taken = await postBroadcaster(service);
    const { status, body } = await send('post', '/rest/broadcasters/', {
      name: taken.name,
      url: 'gopher://x',
      building: '/rest/types/1/',
      status: 'perhaps',
      is_restricted: '2',
    });

    expect([status, body]).toEqual([
      400,
      {
        url: ['Enter a valid URL that begins with http://, https://, rtmp://, rtmps://, rtsp://, srt://.'],
        name: ['Broadcaster with this name already exists.'],
        building: ['Invalid hyperlink - Incorrect URL match.'],
        status: ['Must be a valid boolean.'],
        is_restricted: ['Must be a valid boolean.'],
      },
    ]);
  });

  test('unknown and read-only members are ignored', async () => {
    const name = fresh();
    const { body } = await send('post', '/rest/buildings/', {
      id: '1',
      url: 'http://elsewhere/',
      name,
      slug: 'x',
      floors: '3',
      constructor: 'x',
      __proto__: 'x',
    });

    expect(body).toMatchObject({ name, headband: null, gmapurl: null });
    expect(body.url).toBe(`${service.url}/rest/buildings/${body.id}/`);
  });
});

describe('Booleans', () => {
  const truths = ['true', 'True', 'TRUE', 't', 'T', 'y', 'Y', 'yes', 'YES', 'on', 'On', '1', ' true '];
  const lies = ['false', 'False', 'FALSE', 'f', 'F', 'n', 'N', 'no', 'NO', 'off', 'Off', '0'];

  test('are taken in every spelling, from JSON and from forms', async () => {
    const { slug } = await postBroadcaster(service);
    const patch = (value: unknown) =>
      service.staff.client.patch(`/rest/broadcasters/${slug}/`).send({ status: value });
    const patchForm = (value: string) =>
      service.staff.client.patch(`/rest/broadcasters/${slug}/`).type('form').send({ status: value });

    for (const [value, expected] of [
      ...[...truths, true, 1].map((value) => [value, true]),
      ...[...lies, false, 0].map((value) => [value, false]),
    ]) {
      expect([value, (await patch(value)).body.status]).toEqual([value, expected]);
      expect([value, (await patchForm(String(value))).body.status]).toEqual([value, expected]);
    }
  });

  test.each([2, -1, 'maybe', '', 'nil', [], [true], {}, '\0'])('in JSON are not %j', async (status) => {
    const { slug } = await postBroadcaster(service);

    const response = await service.staff.client.patch(`/rest/broadcasters/${slug}/`).send({ status });

    expect([response.status, response.body]).toEqual([400, { status: ['Must be a valid boolean.'] }]);
  });

  test('are never null', async () => {
    const { slug } = await postBroadcaster(service);

    const { status, body } = await service.staff.client
      .patch(`/rest/broadcasters/${slug}/`)
      .send({ status: null });

    expect([status, body]).toEqual([400, { status: ['This field may not be null.'] }]);
  });

  test('that a form leaves out are false with PUT and unchanged with PATCH; JSON leaves them with both', async () => {
    const given = { name: fresh(), url: freshStream() };
    const { slug, building } = await postBroadcaster(service, { ...given, status: true });
    const path = `/rest/broadcasters/${slug}/`;

    const patched = await service.staff.client.patch(path).type('form').send({ name: given.name });
    const replaced = await service.staff.client.put(path).send({ ...given, building });
    const form = await service.staff.client
      .put(path)
      .type('form')
      .send({ ...given, building });

    expect([patched.body.status, replaced.body.status, form.body.status]).toEqual([true, true, false]);
  });
});

describe('Texts', () => {
  const notText = 'Not a valid string.';
  test.each<[unknown, string]>([
    [undefined, 'This field is required.'],
    [null, 'This field may not be null.'],
    ['', 'This field may not be blank.'],
    [' \t\n ', 'This field may not be blank.'],
    [true, notText],
    [[], notText],
    [{ en: 'x' }, notText],
    ['a\0b', 'Null characters are not allowed.'],
    ['x'.repeat(201), 'Ensure this field has no more than 200 characters.'],
    ['😀'.repeat(201), 'Ensure this field has no more than 200 characters.'],
  ])('%j is refused as a name', async (name, message) => {
    const { status, body } = await service.staff.client.post('/rest/buildings/').send({ name });

    expect([status, body]).toEqual([400, { name: [message] }]);
  });

  test.each<[unknown, string]>([
    [' cut at both ends ', 'cut at both ends'],
    [12, '12'],
    [1.5, '1.5'],
    ['😀'.repeat(200), '😀'.repeat(200)],
    ['<script>alert(1)</script>', '<script>alert(1)</script>'],
    ["'; drop table buildings; --", "'; drop table buildings; --"],
    ['שלום ‮ عربي', 'שלום ‮ عربي'],
    ['\u0001\u001b', '\u0001\u001b'],
    ['{limit} $1 %s', '{limit} $1 %s'],
  ])('%j is a name', async (name, kept) => {
    const { status, body } = await service.staff.client.post('/rest/buildings/').send({ name });

    expect([status, body.name]).toEqual([201, kept]);
  });

  test('with half a character get a replacement for it', async () => {
    const { status, body } = await sendJson('/rest/buildings/', '{"name": "half \\ud800 of one"}');

    expect([status, body.name]).toEqual([201, 'half � of one']);
  });

  test('may be empty or null where the field says so, and an empty box of a form is no value elsewhere', async () => {
    const { slug } = await postBroadcaster(service);
    const { id } = await postBuilding(service);
    const broadcaster = (members: object) =>
      service.staff.client.patch(`/rest/broadcasters/${slug}/`).send(members);
    const building = (members: object) => service.staff.client.patch(`/rest/buildings/${id}/`).send(members);

    expect((await broadcaster({ description: 'x' })).body.description).toBe('x');
    expect((await broadcaster({ description: '' })).body.description).toBe('');
    expect((await broadcaster({ description: null })).body).toEqual({
      description: ['This field may not be null.'],
    });
    expect((await building({ gmapurl: null })).body.gmapurl).toBeNull();
    expect((await building({ gmapurl: '' })).body.gmapurl).toBe('');
    const form = await service.staff.client.patch(`/rest/broadcasters/${slug}/`).field('status', '');
    expect([form.status, form.body.status]).toEqual([200, false]);
  });

  test.each([
    'maps',
    'ftp://maps.example.org',
    'http://',
    'https:///x',
    'http://a b',
    'javascript:alert(1)',
    'http://[',
  ])('%s is no address of a map', async (gmapurl) => {
    const { status, body } = await service.staff.client
      .post('/rest/buildings/')
      .send({ name: fresh(), gmapurl });

    expect([status, body]).toEqual([400, { gmapurl: ['Enter a valid URL.'] }]);
  });
});

describe('A JSON body', () => {
  test.each([
    ['[1]', 'list'],
    ['"text"', 'str'],
    ['5', 'int'],
    ['1.5', 'float'],
    ['true', 'bool'],
    ['null', 'NoneType'],
  ])('%s is no object, and the answer says so', async (text, type) => {
    const { status, body } = await sendJson('/rest/types/', text);

    expect([status, body]).toEqual([
      400,
      { non_field_errors: [`Invalid data. Expected a dictionary, but got ${type}.`] },
    ]);
  });

  test.each(['{', '{status:true}', "{'a': 1}", '{"a":1}}', ' ', '\u0000', '['.repeat(500_000)])(
    'that is broken (%.20s) is a 400 with the reason',
    async (text) => {
      const { status, body } = await sendJson('/rest/types/', text);

      expect([status, Object.keys(body)]).toEqual([400, ['detail']]);
      expect(body.detail).toMatch(/^JSON parse error - ./);
    },
  );

  test('with __proto__ and other names of every object brings nothing but what it says', async () => {
    const name = fresh();
    const text = `{"__proto__": {"gmapurl": "https://evil.example.org/", "name": "x"}, "toString": 1, "name": "${name}"}`;

    const { status, body } = await sendJson('/rest/buildings/', text);
    const missing = await sendJson('/rest/buildings/', '{"__proto__": {"name": "inherited"}}');

    expect([status, body.name, body.gmapurl]).toEqual([201, name, null]);
    expect(missing.body).toEqual({ name: ['This field is required.'] });
  });

  test('that repeats a member counts it once, the last', async () => {
    const name = fresh();
    const { body } = await sendJson('/rest/buildings/', `{"name": 5, "name": "${name}"}`);

    expect(body.name).toBe(name);
  });

  test('may begin with a byte order mark, be compressed, or name its charset', async () => {
    const { gzipSync } = await import('node:zlib');
    const [first, second, third] = [fresh('Été'), fresh('Été'), fresh('Été')];
    const post = () => service.staff.client.post('/rest/buildings/');

    const marked = await post().set('Content-Type', 'application/json').send(`\ufeff{"name":"${first}"}`);
    const named = await post()
      .set('Content-Type', 'Application/JSON; Charset="UTF-8"')
      .send(`{"name":"${second}"}`);
    const zipped = await post()
      .set({ 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' })
      .serialize((body) => body as string)
      .send(gzipSync(`{"name":"${third}"}`) as unknown as string);

    expect([marked.body.name, named.body.name, zipped.body.name]).toEqual([first, second, third]);
  });

  test('that is absent is an empty object', async () => {
    const { id, name } = await postBuilding(service);

    const made = await service.staff.client.post('/rest/buildings/');
    const changed = await service.staff.client.patch(`/rest/buildings/${id}/`);

    expect([made.status, made.body]).toEqual([400, { name: ['This field is required.'] }]);
    expect([changed.status, changed.body.name]).toEqual([200, name]);
  });
});

describe('A form', () => {
  test('counts the last of repeated members', async () => {
    const name = fresh();
    const encoded = await service.staff.client
      .post('/rest/buildings/')
      .type('form')
      .send(`name=x&name=${name}+1`);
    const multipart = await service.staff.client
      .post('/rest/buildings/')
      .field('name', 'x')
      .field('name', `${name} 2`);

    expect([encoded.body.name, multipart.body.name]).toEqual([`${name} 1`, `${name} 2`]);
  });

  test('with names in brackets brings no nested values', async () => {
    for (const text of ['name[a]=x', 'name[]=x', '__proto__[name]=x', 'constructor.prototype.name=x']) {
      const { status, body } = await service.staff.client.post('/rest/buildings/').type('form').send(text);
      expect([text, status, body]).toEqual([text, 400, { name: ['This field is required.'] }]);
    }
  });

  test('with broken percent-encoding or thousands of members is never an error of ours', async () => {
    const name = fresh();
    const broken = await service.staff.client
      .post('/rest/buildings/')
      .type('form')
      .send(`x=%zz&%=%&name=${name}`);
    const many = await service.staff.client
      .post('/rest/buildings/')
      .type('form')
      .send(`${'x=1&'.repeat(2000)}name=y`);

    expect([broken.status, many.status]).toEqual([201, 400]);
    expect(many.body.detail).toMatch(/^The request cannot be read: /);
  });

  test('of several parts that is broken is a 400 with the reason', async () => {
    for (const [type, text] of [
      ['multipart/form-data', 'x'],
      ['multipart/form-data; boundary=a', 'x'],
      ['multipart/form-data; boundary=a', '--a\r\nContent-Disposition: form-data; name="name"\r\n\r\nx'],
      ['multipart/form-data; boundary=a', '--b--'],
    ] as const) {
      const { status, body } = await service.staff.client
        .post('/rest/buildings/')
        .set('Content-Type', type)
        .send(text);
      expect([text, status, Object.keys(body)]).toEqual([text, 400, ['detail']]);
      expect(body.detail).toMatch(/^Multipart form parse error - ./);
    }
  });
});

describe('The body of a GET', () => {
  test.each([
    ['application/json', '{}'],
    ['application/json', '{"status": tru'],
    ['text/plain', 'anything'],
    [
      'multipart/form-data; boundary=a',
      '--a\r\nContent-Disposition: form-data; name="slug"\r\n\r\nx\r\n--a--\r\n',
    ],
    ['multipart/form-data', 'broken'],
    ['application/x-www-form-urlencoded', 'page=99'],
    ['nonsense', '\0'],
    ['application/json', `"${'x'.repeat(3_000_000)}"`],
  ])('of type %s is ignored', async (type, text) => {
    const { url, slug } = await postBroadcaster(service);

    const list = await service.staff.client.get('/rest/users/').set('Content-Type', type).send(text);
    const one = await service.staff.client
      .get(`/rest/broadcasters/${slug}/`)
      .set('Content-Type', type)
      .send(text);
    const root = await service.staff.client.get('/rest/').set('Content-Type', type).send(text);

    expect([list.status, one.status, root.status, one.body.url]).toEqual([200, 200, 200, url]);
  });
});

describe('An address', () => {
  test('is the same with and without its final slash and with .json, for every method and without redirect', async () => {
    const { id } = await postType(service);

    for (const end of ['', '/', '.json', '.json/']) {
      const list = await service.staff.client.get(`/rest/types${end}?page_size=1`).redirects(0);
      const post = await service.staff.client.post(`/rest/types${end}`).send({ title: fresh() });
      const one = await service.staff.client.get(`/rest/types/${id}${end}?format=json`).redirects(0);
      const put = await service.staff.client.put(`/rest/types/${id}${end}`).send({ title: fresh() });
      const patch = await service.staff.client.patch(`/rest/types/${id}${end}`).send({ title: fresh() });
      const options = await service.staff.client.options(`/rest/types/${id}${end}`);
      const head = await service.staff.client.head(`/rest/types/${id}${end}`);
      const remove = await service.staff.client.delete(`/rest/types/${post.body.id}${end}`);
      const statuses = [list, post, one, put, patch, options, head, remove].map(({ status }) => status);
      expect([end, statuses]).toEqual([end, [200, 201, 200, 200, 200, 200, 200, 204]]);
    }
    for (const path of ['/rest', '/rest/']) {
      const { status, body } = await service.staff.client.get(path).redirects(0);
      expect([status, Object.keys(body)]).toEqual([200, resources.map((resource) => resource.path)]);
    }
  });
});

describe('A change', () => {
  test('by PUT needs every required field, by PATCH none', async () => {
    const { slug } = await postBroadcaster(service);
    const required = ['This field is required.'];

    const put = await service.staff.client.put(`/rest/broadcasters/${slug}/`).send({ status: true });
    const patch = await service.staff.client.patch(`/rest/broadcasters/${slug}/`).send({ status: true });

    expect([put.status, put.body]).toEqual([400, { url: required, name: required, building: required }]);
    expect([patch.status, patch.body.status]).toEqual([200, true]);
  });

  test('that is refused changes nothing', async () => {
    const building = await postBuilding(service);

    await service.staff.client
      .patch(`/rest/buildings/${building.id}/`)
      .send({ name: 'changed', gmapurl: 'x' })
      .expect(400);

    const { body } = await service.ada.client.get(`/rest/buildings/${building.id}/`);
    expect(body).toEqual(building);
  });
});
