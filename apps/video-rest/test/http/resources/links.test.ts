import { conditionAt, FieldProblem } from '@campus/rest';
import { sendRaw } from '@campus/testing';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { types } from '../../../src/http/resources/types.ts';
import { postBroadcaster, postBuilding, postType } from '../../support/post-resources.ts';
import { type Client, useService } from '../../support/service.ts';

/** What a broadcaster needs beside its building. */
function stream(): { name: string; url: string } {
  const id = crypto.randomUUID();
  return { name: `broadcaster ${id}`, url: `srt://live.example.org:9000?streamid=${id}` };
}

const create = (client: Client, building: unknown) =>
  client.post('/rest/broadcasters/').send({ ...stream(), building });

describe('Without a configured base URL', () => {
  const service = useService();

  test('links carry the host, port and protocol of the request', async () => {
    const { id } = await postBuilding(service);

    const { body } = await service.ada.client.get(`/rest/buildings/${id}/`).set('Host', 'pod.local:1234');

    expect(body.url).toBe(`http://pod.local:1234/rest/buildings/${id}/`);
  });

  test('links carry the host and protocol that a trusted proxy forwards', async () => {
    const { building, slug } = await postBroadcaster(service);
    const forwarded = { 'X-Forwarded-Host': 'pod.example.org:8443', 'X-Forwarded-Proto': 'https' };
    const base = 'https://pod.example.org:8443';

    const one = await service.ada.client.get(`/rest/broadcasters/${slug}/`).set(forwarded);
    const list = await service.ada.client.get('/rest/users/?page_size=1').set(forwarded);
    const root = await service.ada.client.get('/rest/').set(forwarded);
    const made = await create(service.staff.client, new URL(building).pathname).set(forwarded);

    expect(one.body.building).toBe(base + new URL(building).pathname);
    expect(list.body.results[0].url).toBe(`${base}/rest/users/${service.ada.id}/`);
    expect(root.body.types).toBe(`${base}/rest/types/`);
    expect(made.headers.location).toBe(`${base}/rest/broadcasters/${made.body.slug}/`);
  });

  test('a request that names no host, or none that can be one, is a 400', async () => {
    const authorization = `Authorization: Token ${service.ada.token}`;
    for (const lines of [
      ['GET /rest/types/ HTTP/1.0'],
      ['GET /rest/types/ HTTP/1.1', 'Host:'],
      ...['a b', '[', 'a/b', 'a\\b', 'user@a', 'a?b', 'a#b', 'a:port'].map((host) => [
        'GET /rest/types/ HTTP/1.1',
        `Host: ${host}`,
      ]),
      ['GET /rest/types/ HTTP/1.1', 'Host: a', 'X-Forwarded-Host: a b'],
      ['GET /rest/types/ HTTP/1.1', 'Host: a', 'X-Forwarded-Proto: file'],
      ['GET /rest/ HTTP/1.1', 'Host: a b'],
    ]) {
      const { status, body } = await sendRaw(service.url, [...lines, authorization]);
      expect([lines, status, body]).toEqual([
        lines,
        400,
        '{"detail":"The request cannot be read: it names no valid host"}',
      ]);
    }
  });

  test('a request line with a whole address, as proxies send it, gives the same links', async () => {
    await postType(service, { title: 'absolute 1' });
    await postType(service, { title: 'absolute 2' });

    const { body } = await sendRaw(service.url, [
      `GET http://pod.local/rest/types/?search=absolute&page_size=1 HTTP/1.1`,
      'Host: pod.local',
      `Authorization: Token ${service.ada.token}`,
    ]);

    expect(JSON.parse(body).next).toBe('http://pod.local/rest/types/?search=absolute&page_size=1&page=2');
  });

  describe('a relation in input', () => {
    test('is the address as it was shown, or the path alone', async () => {
      const { url } = await postBuilding(service);

      for (const address of [
        url,
        url.slice(0, -1),
        new URL(url).pathname,
        new URL(url).pathname.slice(0, -1),
        `  ${url}  `,
        `${url}?format=json`,
        `${url}#top`,
      ]) {
        const { status, body } = await create(service.staff.client, address);
        expect([address, status, body.building]).toEqual([address, 201, url]);
      }
    });

    test('names its host by name alone: scheme and port do not count', async () => {
      const { url, id } = await postBuilding(service);

      for (const origin of ['https://127.0.0.1', 'http://127.0.0.1:1', 'HTTPS://127.0.0.1:8443']) {
        const { status, body } = await create(service.staff.client, `${origin}/rest/buildings/${id}/`);
        expect([origin, status, body.building]).toEqual([origin, 201, url]);
      }
    });

    test('may be percent-encoded', async () => {
      const { url, id } = await postBuilding(service);
      const encoded = String(id).replace(/\d/g, (digit) => `%3${digit}`);

      for (const path of [`/rest/buildings/${encoded}/`, `/rest/%62uildings/${id}/`]) {
        const { status, body } = await create(service.staff.client, path);
        expect([path, status, body.building]).toEqual([path, 201, url]);
      }
    });

    const noMatch = 'Invalid hyperlink - No URL match.';
    const otherHost = 'Invalid hyperlink - No URL match: the host is not 127.0.0.1.';
    const otherResource = 'Invalid hyperlink - Incorrect URL match.';
    const absent = 'Invalid hyperlink - Object does not exist.';
    test.each<[unknown, string]>([
      ['http://elsewhere.example.org/rest/buildings/1/', otherHost],
      ['/\\elsewhere.example.org/rest/buildings/1/', otherHost],
      ['/\t/elsewhere.example.org/rest/buildings/1/', otherHost],
      ['//127.0.0.1/rest/buildings/1/', noMatch],
      ['ftp://127.0.0.1/rest/buildings/1/', noMatch],
      ['javascript:alert(1)', noMatch],
      ['rest/buildings/1/', noMatch],
      ['1', noMatch],
      ['', noMatch],
      ['\0', noMatch],
      ['/', noMatch],
      ['/\\[', noMatch],
      ['/\t/[', noMatch],
      ['http://', noMatch],
      ['http://127.0.0.1:99999/rest/buildings/1/', noMatch],
      ['/rest/buildings/', noMatch],
      ['/rest/buildings/1/2/', noMatch],
      ['/api/buildings/1/', noMatch],
      ['/rest/types/1/', otherResource],
      ['/rest/nothing/1/', otherResource],
      ['/rest/buildings/999999/', absent],
      ['/rest/buildings/0/', absent],
      ['/rest/buildings/-1/', absent],
      ['/rest/buildings/1e0/', absent],
      ['/rest/buildings/99999999999/', absent],
      ['/rest/buildings/\0/', absent],
      ['/rest/buildings/%00/', absent],
      ['/rest/buildings/%/', absent],
      ['/rest/buildings/\ud800/', absent],
      [5, 'Incorrect type. Expected URL string, received int.'],
      [1.5, 'Incorrect type. Expected URL string, received float.'],
      [true, 'Incorrect type. Expected URL string, received bool.'],
      [['/rest/buildings/1/'], 'Incorrect type. Expected URL string, received list.'],
      [{ id: 1 }, 'Incorrect type. Expected URL string, received dict.'],
      [null, 'This field may not be null.'],
      [undefined, 'This field is required.'],
    ])('that is %j is a 400 on that field', async (building, message) => {
      const { status, body } = await create(service.staff.client, building);

      expect([status, body]).toEqual([400, { building: [message] }]);
    });

    test('that is wrong is told in French too', async () => {
      for (const [building, message] of [
        ['1', "Lien non valide : pas d'URL correspondante."],
        ['/rest/types/1/', 'Lien non valide : URL correspondante incorrecte.'],
        ['/rest/buildings/999999/', "Lien non valide : l'objet n'existe pas."],
        [5, 'Type incorrect. Attendait une URL, a reçu int.'],
      ]) {
        const { body } = await create(service.staff.client, building).set('Accept-Language', 'fr');
        expect(body).toEqual({ building: [message] });
      }
    });

    test('may name the host of the request as a proxy forwards it', async () => {
      const { id } = await postBuilding(service);

      const { status } = await create(
        service.staff.client,
        `http://POD.example.org/rest/buildings/${id}/`,
      ).set('X-Forwarded-Host', 'pod.example.ORG:8443');

      expect(status).toBe(201);
    });

    test('whatever it is, is a rule or a problem and nothing else', () => {
      const context = { base: 'https://pod.example.org/media', requestHost: 'localhost', caller: { id: 1 } };
      const text = fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.webUrl({ withQueryParameters: true, withFragments: true }),
        fc.string().map((rest) => `/${rest}`),
        fc.string().map((rest) => `/rest/types/${rest}`),
        fc.string().map((rest) => `https://pod.example.org/media/rest/types/${rest}`),
      );
      fc.assert(
        fc.property(fc.oneof({ weight: 9, arbitrary: text }, fc.anything()), (given) => {
          try {
            expect(conditionAt(given, types as never, context)).toMatchObject({ operator: 'equals' });
          } catch (error) {
            if (!(error instanceof FieldProblem)) throw error;
          }
        }),
        { numRuns: 500 },
      );
    });
  });
});

describe('With a configured base URL that has a path', () => {
  const service = useService({ baseUrl: 'https://pod.example.org:8443/media' });
  const base = 'https://pod.example.org:8443/media';

  test('every link is below it, whatever host the request names', async () => {
    const { slug, building } = await postBroadcaster(service);
    const headers = { Host: 'internal:8082', 'X-Forwarded-Host': 'evil.example.org' };

    const root = await service.ada.client.get('/rest/').set(headers);
    const one = await service.ada.client.get(`/rest/broadcasters/${slug}/`).set(headers);
    const list = await service.staff.client.get('/rest/users?page_size=1&page=2').set(headers);
    const made = await create(service.staff.client, building).set(headers);
    const document = await service.ada.client.get('/rest/schema/').set(headers);

    expect(building).toMatch(new RegExp(`^${base}/rest/buildings/\\d+/$`));
    expect(one.body.building).toBe(building);
    expect(root.body.buildings).toBe(`${base}/rest/buildings/`);
    expect(list.body.results[0].url).toMatch(`${base}/rest/users/`);
    expect(list.body.next).toBe(`${base}/rest/users?page_size=1&page=3`);
    expect(list.body.previous).toBe(`${base}/rest/users?page_size=1`);
    expect(made.headers.location).toBe(`${base}/rest/broadcasters/${made.body.slug}/`);
    expect(document.body.servers).toEqual([{ url: base }]);
  });

  test('a relation may be given with the path of the base URL or without, and by the host of the request', async () => {
    const { url, id } = await postBuilding(service);

    for (const address of [
      url,
      `http://pod.example.org/media/rest/buildings/${id}/`,
      `https://pod.example.org/rest/buildings/${id}/`,
      `/media/rest/buildings/${id}/`,
      `/rest/buildings/${id}/`,
      `http://127.0.0.1/rest/buildings/${id}/`,
    ]) {
      const { status, body } = await create(service.staff.client, address);
      expect([address, status, body.building]).toEqual([address, 201, url]);
    }
    const other = await create(service.staff.client, `https://example.org/media/rest/buildings/${id}/`);
    expect(other.body.building).toEqual([
      'Invalid hyperlink - No URL match: the host is not pod.example.org.',
    ]);
  });

  test('the first page of a walk leads to all others by their paths', async () => {
    for (let count = 0; count < 3; count += 1) await postType(service, { title: `prefix ${count}` });
    const seen: string[] = [];

    let path: string | null = '/rest/types/?search=prefix&page_size=1';
    while (path !== null) {
      const { body }: { body: { next: string | null; results: { title: string }[] } } =
        await service.ada.client.get(path).expect(200);
      seen.push(...body.results.map(({ title }) => title));
      path = body.next === null ? null : body.next.slice(base.length);
    }

    expect(seen).toEqual(['prefix 0', 'prefix 1', 'prefix 2']);
  });
});

describe('With no trusted proxy', () => {
  const service = useService({ trustedProxies: [] });

  test('forwarded headers are not believed', async () => {
    const { body } = await service.ada.client
      .get('/rest/')
      .set({ 'X-Forwarded-Host': 'evil.example.org', 'X-Forwarded-Proto': 'https' });

    expect(body.users).toBe(`${service.url}/rest/users/`);
  });
});
