import { describe, expect, test } from '@jest/globals';
import { withoutCredentials } from '../../../src/http/resources/broadcasters.ts';
import { basic } from '../../support/accounts.ts';
import { postBroadcaster, postBuilding, postType } from '../../support/post-resources.ts';
import { useService } from '../../support/service.ts';

const service = useService();

const freshStream = () => `rtmp://live.example.org/${crypto.randomUUID()}`;

const create = (members: object) => service.staff.client.post('/rest/broadcasters/').send(members);

describe('A broadcaster', () => {
  test('is shown with the members of the contract, `url` being the stream', async () => {
    const building = await postBuilding(service);
    const url = freshStream();

    const { body, headers } = await create({ name: 'Amphi Curie', url, building: building.url }).expect(201);

    expect(body).toEqual({
      id: body.id,
      url,
      broadcaster_url: url,
      name: 'Amphi Curie',
      slug: 'amphi-curie',
      building: building.url,
      description: '',
      poster: null,
      status: false,
      is_restricted: false,
      manage_groups: [],
      piloting_implementation: '',
      piloting_conf: null,
    });
    expect(Object.keys(body).slice(0, 4)).toEqual(['id', 'url', 'broadcaster_url', 'name']);
    expect(headers.location).toBe(`${service.url}/rest/broadcasters/amphi-curie/`);
    expect((await service.ada.client.get('/rest/broadcasters/amphi-curie/')).body).toEqual(body);
  });

  test.each(['http', 'https', 'rtmp', 'rtmps', 'rtsp', 'srt', 'RTMP'])('streams by %s', async (scheme) => {
    const building = await postBuilding(service);
    const url = `${scheme}://live.example.org:1935/${crypto.randomUUID()}?key=a&x=1`;

    const { status, body } = await create({ name: crypto.randomUUID(), url, building: building.url });

    expect([status, body.url]).toEqual([201, url]);
  });

  test.each([
    'ftp://live.example.org/x',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'live.example.org/x',
    'rtmp://',
    'rtmp:///x',
    'rtmp://a b',
    'rtmp:/x',
    'http://[::1',
  ])('does not stream from %s', async (url) => {
    const building = await postBuilding(service);

    const { status, body } = await create({ name: crypto.randomUUID(), url, building: building.url });

    expect([status, body]).toEqual([
      400,
      { url: ['Enter a valid URL that begins with http://, https://, rtmp://, rtmps://, rtsp://, srt://.'] },
    ]);
  });

  test('has a name and a stream that no other has', async () => {
    const { name, url, building } = await postBroadcaster(service);

    const both = await create({ name, url, building });
    const french = await create({ name, url, building }).set('Accept-Language', 'fr');
    const other = await postBroadcaster(service);
    const change = await service.staff.client.patch(`/rest/broadcasters/${other.slug}/`).send({ url });

    expect([both.status, both.body]).toEqual([
      400,
      {
        url: ['Broadcaster with this URL already exists.'],
        name: ['Broadcaster with this name already exists.'],
      },
    ]);
    expect(french.body).toEqual({
      url: ['Un objet Diffuseur avec ce champ URL existe déjà.'],
      name: ['Un objet Diffuseur avec ce champ nom existe déjà.'],
    });
    expect([change.status, change.body]).toEqual([
      400,
      { url: ['Broadcaster with this URL already exists.'] },
    ]);
  });

  test('is filtered by building, status and slug', async () => {
    const { slug, building } = await postBroadcaster(service, { status: true });
    await postBroadcaster(service, { building });

    const { body } = await service.ada.client
      .get(`/rest/broadcasters/?building=${building}&status=1&slug=${slug.toUpperCase()}`)
      .expect(200);

    expect(body.results.map((one: { slug: string }) => one.slug)).toEqual([slug]);
  });

  test('is removed by its slug', async () => {
    const { slug } = await postBroadcaster(service);

    await service.staff.client.delete(`/rest/broadcasters/${slug}/`).expect(204);
    const { status, body } = await service.staff.client.delete(`/rest/broadcasters/${slug}/`);

    expect([status, body]).toEqual([404, { detail: 'No Broadcaster matches the given query.' }]);
  });
});

describe('The stream', () => {
  test('can be given as broadcaster_url too, also for a change', async () => {
    const building = await postBuilding(service);
    const [first, second] = [freshStream(), freshStream()];

    const made = await create({ name: crypto.randomUUID(), broadcaster_url: first, building: building.url });
    const changed = await service.staff.client
      .patch(`/rest/broadcasters/${made.body.slug}/`)
      .send({ broadcaster_url: second });

    expect([made.status, made.body.url, made.body.broadcaster_url]).toEqual([201, first, first]);
    expect([changed.status, changed.body.url, changed.body.broadcaster_url]).toEqual([200, second, second]);
  });

  test('is judged under the name that it was given by', async () => {
    const { url, building } = await postBroadcaster(service);
    const name = crypto.randomUUID();

    const wrong = await create({ name, broadcaster_url: 'x', building });
    const taken = await create({ name, broadcaster_url: url, building });
    const missing = await create({ name, building });

    expect(Object.keys(wrong.body)).toEqual(['broadcaster_url']);
    expect(taken.body).toEqual({ broadcaster_url: ['Broadcaster with this URL already exists.'] });
    expect(missing.body).toEqual({ url: ['This field is required.'] });
  });

  test('given twice is the same both times, or a 400', async () => {
    const building = await postBuilding(service);
    const url = freshStream();

    const same = await create({
      name: crypto.randomUUID(),
      url,
      broadcaster_url: url,
      building: building.url,
    });
    const differing = await create({
      name: crypto.randomUUID(),
      url: freshStream(),
      broadcaster_url: freshStream(),
      building: building.url,
    });

    expect(same.status).toBe(201);
    expect([differing.status, Object.keys(differing.body)]).toEqual([400, ['broadcaster_url']]);
  });

  test('is changed by sending back what was shown with either of its names changed', async () => {
    const { slug } = await postBroadcaster(service);
    const path = `/rest/broadcasters/${slug}/`;

    for (const name of ['url', 'broadcaster_url']) {
      const { body: shown } = await service.staff.client.get(path);
      const url = freshStream();
      const { status, body } = await service.staff.client.put(path).send({ ...shown, [name]: url });
      expect([name, status, body.url, body.broadcaster_url]).toEqual([name, 200, url, url]);
    }
  });
});

describe('The credentials in a stream address', () => {
  const secret = 'rtmp://encoder:hush@live.example.org/amphi';

  test('are shown to staff, and to nobody else: not in the API, not in a list, not on a page', async () => {
    const id = crypto.randomUUID();
    const { slug, url } = await postBroadcaster(service, { url: `${secret}-${id}` });
    const path = `/rest/broadcasters/${slug}/`;

    expect(url).toBe(`${secret}-${id}`);
    expect((await service.root.client.get(path)).body.url).toBe(url);
    const { body } = await service.ada.client.get(path).expect(200);
    const open = `rtmp://live.example.org/amphi-${id}`;
    expect([body.url, body.broadcaster_url]).toEqual([open, open]);
    for (const at of [path, `/rest/broadcasters/?slug=${slug}`]) {
      for (const type of ['application/json', 'text/html']) {
        const { text } = await service.ada.client.get(at).set('Accept', type).expect(200);
        expect(text).toContain(`live.example.org/amphi-${id}`);
        expect(text).not.toContain('hush');
      }
    }
  });

  test('cannot be found out by searching, filtering or ordering', async () => {
    const { slug } = await postBroadcaster(service, { url: `${secret}-${crypto.randomUUID()}` });
    const ask = (query: string) => service.ada.client.get(`/rest/broadcasters/?slug=${slug}&${query}`);

    expect((await ask('search=hush')).body.count).toBe(0);
    for (const query of ['url=x', 'url__startswith=rtmp', 'broadcaster_url=x', 'streamUrl=x'])
      expect([query, (await ask(query)).status]).toEqual([query, 400]);
    for (const field of ['url', '-url', 'broadcaster_url', 'streamUrl'])
      expect([field, (await ask(`ordering=${field}`)).status]).toEqual([field, 400]);
  });

  test('stay when staff changes something else, and nobody else changes or tests them', async () => {
    const { slug, url } = await postBroadcaster(service, { url: `${secret}-${crypto.randomUUID()}` });
    const path = `/rest/broadcasters/${slug}/`;
    const { body: shown } = await service.ada.client.get(path);

    const tried = await service.ada.client.patch(path).send({ ...shown, status: true });
    const taken = await service.ada.client.patch(path).send({ url });
    const { body: changed } = await service.staff.client.patch(path).send({ status: true });

    expect([tried.status, taken.status]).toEqual([403, 403]);
    expect([changed.status, changed.url]).toEqual([true, url]);
  });

  test.each([
    ['rtmp://user:pass@host/app', 'rtmp://host/app'],
    ['RTMPS://user@host:443/app?key=a', 'RTMPS://host:443/app?key=a'],
    ['https://a:b@c@host/x@y', 'https://host/x@y'],
    ['rtsp://host/x?mail=a@b', 'rtsp://host/x?mail=a@b'],
    ['http://user:a%40b@[::1]:8080?x', 'http://[::1]:8080?x'],
    ['srt://host:9000?passphrase=hush&mode=caller', 'srt://host:9000?mode=caller'],
    ['srt://host:9000?mode=caller&Passphrase=hush', 'srt://host:9000?mode=caller'],
    ['srt://u:p@host:9000?passphrase=hush', 'srt://host:9000'],
    ['rtmp://host/app', 'rtmp://host/app'],
  ])('of %s are left out: %s', (url, shown) => {
    expect(withoutCredentials(url)).toBe(shown);
  });
});

describe('A restricted broadcaster', () => {
  test('is there for staff alone: for others its address is like one where nothing is', async () => {
    const { slug, building } = await postBroadcaster(service, { is_restricted: true });
    const path = `/rest/broadcasters/${slug}/`;
    const open = await postBroadcaster(service, { building });
    const slugsOf = ({ body }: { body: { count: number; results: { slug: string }[] } }) => [
      body.count,
      body.results.map((one) => one.slug).sort(),
    ];

    const list = `/rest/broadcasters/?building=${building}`;
    expect(slugsOf(await service.ada.client.get(list))).toEqual([1, [open.slug]]);
    expect(slugsOf(await service.staff.client.get(list))).toEqual([2, [open.slug, slug].sort()]);
    expect((await service.ada.client.get(`${list}&is_restricted=true`)).body.count).toBe(0);
    const { status, body } = await service.ada.client.get(path);
    expect([status, body]).toEqual([404, { detail: 'No Broadcaster matches the given query.' }]);
    await service.staff.client.get(path).expect(200);
    await service.staff.client.patch(path).send({ is_restricted: false }).expect(200);
    await service.ada.client.get(path).expect(200);
  });
});

describe('How a device is steered', () => {
  const conf = '{"server_url": "https://device.example.org", "password": "hush"}';

  test('is kept as it was written, and shown to staff alone, in no order of a list either', async () => {
    const { body: group } = await service.staff.client
      .post('/rest/groups/')
      .send({ name: crypto.randomUUID() });
    const { slug } = await postBroadcaster(service);
    const path = `/rest/broadcasters/${slug}/`;

    const { body: written } = await service.staff.client
      .patch(path)
      .send({ manage_groups: [group.url], piloting_implementation: 'wowza', piloting_conf: conf })
      .expect(200);
    const { body: seen } = await service.ada.client.get(path).expect(200);

    expect(written).toMatchObject({ piloting_implementation: 'wowza', piloting_conf: conf });
    expect(seen).toEqual({ ...written, piloting_conf: null });
    expect((await service.ada.client.get('/rest/broadcasters/?ordering=piloting_conf')).status).toBe(400);
    expect(
      (await service.ada.client.get(`/rest/broadcasters/?manage_groups=${group.id}`)).body.results,
    ).toEqual([seen]);
  });

  test('is JSON, or nothing', async () => {
    const { slug } = await postBroadcaster(service);
    const given = (piloting_conf: string | null) =>
      service.staff.client.patch(`/rest/broadcasters/${slug}/`).send({ piloting_conf });

    const wrong = await given("{'password': 'hush'}");

    expect([wrong.status, wrong.body]).toEqual([400, { piloting_conf: ['Enter valid JSON.'] }]);
    expect((await given('')).body.piloting_conf).toBe('');
    expect((await given(null)).body.piloting_conf).toBe(null);
  });
});

describe('The slug', () => {
  test.each([
    ['Réunion d’équipe', 'reunion-dequipe'],
    ['  Amphi -- B_1 (été) ', 'amphi-b_1-ete'],
    ['__-x-__', 'x'],
    ['Ⅷ ﬁn', 'viii-fin'],
  ])('of %s is %s', async (name, slug) => {
    expect((await postBroadcaster(service, { name })).slug).toBe(slug);
  });

  test.each(['会議室', '!!!', '😀'])('of %s, which leaves nothing, is made from the id', async (name) => {
    const { id, slug } = await postBroadcaster(service, { name });

    expect(slug).toBe(`broadcaster-${id}`);
  });

  test('that another has gets a number', async () => {
    const slugs: string[] = [];
    for (const name of ['Salle 12', 'salle-12', 'SALLE 12', 'salle 12-2', 'Salle_12'])
      slugs.push((await postBroadcaster(service, { name })).slug);

    expect(slugs).toEqual(['salle-12', 'salle-12-2', 'salle-12-3', 'salle-12-2-2', 'salle_12']);
  });

  test('is different for each of many that are created at once', async () => {
    const building = await postBuilding(service);
    const names = [
      'Studio a',
      'studio A',
      'STUDIO A',
      'Studio-A',
      'studio--a',
      'Stúdio a',
      'studio a!',
      'studio a?',
    ];

    const answers = await Promise.all(
      names.map((name) => create({ name, url: freshStream(), building: building.url })),
    );

    expect(answers.map(({ status }) => status)).toEqual(names.map(() => 201));
    const expected = ['studio-a', ...[2, 3, 4, 5, 6, 7, 8].map((number) => `studio-a-${number}`)];
    expect(answers.map(({ body }) => body.slug).sort()).toEqual(expected);
  });

  test('stays when the name changes, by PATCH and by PUT, and cannot be set', async () => {
    const { slug, url, building } = await postBroadcaster(service);
    const path = `/rest/broadcasters/${slug}/`;

    const patched = await service.staff.client.patch(path).send({ name: crypto.randomUUID(), slug: 'mine' });
    const put = await service.staff.client.put(path).send({ name: crypto.randomUUID(), url, building });

    expect([patched.body.slug, put.body.slug]).toEqual([slug, slug]);
    await service.ada.client.get(path).expect(200);
    await service.ada.client.get('/rest/broadcasters/mine/').expect(404);
  });

  test('is looked up whatever its case, for every method', async () => {
    const { slug } = await postBroadcaster(service, { name: 'bbb-Reunion-d-equipe' });
    const path = '/rest/broadcasters/bbb-Reunion-d-EQUIPE/';

    expect(slug).toBe('bbb-reunion-d-equipe');
    expect((await service.ada.client.get(path)).status).toBe(200);
    expect((await service.staff.client.options(path)).status).toBe(200);
    expect((await service.staff.client.patch(path).send({ status: true })).body.status).toBe(true);
    expect((await service.staff.client.delete(path)).status).toBe(204);
  });

  test('is the only way to a broadcaster: its id is none', async () => {
    const { id } = await postBroadcaster(service);

    const { status, body } = await service.ada.client.get(`/rest/broadcasters/${id}/`);

    expect([status, body]).toEqual([404, { detail: 'No Broadcaster matches the given query.' }]);
  });
});

describe('As clients call it', () => {
  test('a streaming server switches it with Basic credentials and JSON', async () => {
    const { slug } = await postBroadcaster(service);
    const hook = service.as({ Authorization: basic('root', 'root-password') });

    for (const status of [true, false]) {
      const response = await hook
        .patch(`/rest/broadcasters/${slug}/`)
        .set('Content-Type', 'application/json')
        .send(`{"status":${status}}`);
      expect([response.status, response.body.status]).toEqual([200, status]);
    }
    const unquoted = await hook
      .patch(`/rest/broadcasters/${slug}/`)
      .set('Content-Type', 'application/json')
      .send('{status:true}');
    expect([unquoted.status, unquoted.body.detail]).toEqual([
      400,
      expect.stringMatching(/^JSON parse error - /),
    ]);
  });

  test('a list asked for with a form in its body, as `curl -X GET -F slug=…` sends it, is the whole list', async () => {
    const { slug } = await postBroadcaster(service);
    const whole = await service.ada.client.get('/rest/broadcasters/');

    const { status, body } = await service.ada.client.get('/rest/broadcasters/').field('slug', slug);

    expect([status, body]).toEqual([200, whole.body]);
  });

  test('one is created from a multipart form on one line, and its id read from the answer', async () => {
    const building = await postBuilding(service);

    const { status, text } = await service.staff.client.post('/rest/broadcasters/').field({
      building: building.url,
      name: 'bbb one',
      url: freshStream(),
      status: '1',
      is_restricted: '0',
    });

    expect(status).toBe(201);
    expect(text).toMatch(/^\{"id":\d+,[^\n]*"status":true,"is_restricted":false,[^\n]*\}$/);
  });

  test('a building cannot be a type', async () => {
    const { url } = await postType(service);

    const { body } = await create({ name: crypto.randomUUID(), url: freshStream(), building: url });

    expect(body).toEqual({ building: ['Invalid hyperlink - Incorrect URL match.'] });
  });
});

test('A name whose characters become more in a slug still gets one that fits', async () => {
  const building = await postBuilding(service);

  const { status, body } = await service.root.client
    .post('/rest/broadcasters/')
    .send({ name: '㎯'.repeat(200), url: 'rtmp://stream.example.org/long', building: building.url });

  expect(status).toBe(201);
  expect(body.slug).toHaveLength(200);
});
