import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { connect as connectTls } from 'node:tls';
import { cookieJar, eventually } from '@campus/testing';
import { formWith, readPage } from '@campus/testing/markup';
import { describe, expect, test } from '@jest/globals';
import { type Place, rootPassword, type Site, tokens, useNginx } from './support/use-nginx.ts';

const institution = useNginx({ listen: 'tls' });

type Service = 'signing' | 'video';
const management = { Authorization: `Bearer ${tokens.management}` };
const vendor = { Authorization: `Bearer ${tokens.public}` };
const root = { Authorization: `Basic ${Buffer.from(`root:${rootPassword}`).toString('base64')}` };

/** The title of the refusal that nginx itself gives to whoever is outside. */
const refused = { type: 'about:blank', title: 'Forbidden', status: 403, detail: expect.any(String) };

describe('What is for the network of the institution', () => {
  test.each<[Service, string, Record<string, string>]>([
    ['signing', '/api/conventions', management],
    ['signing', '/console/account/login/', {}],
    ['signing', '/console/help/', {}],
    ['video', '/rest/videos/', root],
    ['video', '/rest', root],
    ['video', '/admin/', {}],
  ])('answers there, and is a 403 elsewhere: %s %s', async (service, path, headers) => {
    const site = institution[service];

    const [inside, outside] = [
      await site.ask(path, { headers }),
      await site.ask(path, { headers, from: 'outside' }),
    ];

    expect([200, 302]).toContain(inside.status);
    expect(outside.status).toBe(403);
    expect(JSON.parse(outside.text)).toEqual(refused);
  });

  test.each<[Service, string]>([
    ['video', 'rest/videos/'],
    ['video', 'admin/'],
    ['signing', 'api/conventions'],
    ['signing', 'console/'],
  ])('is closed to others however it is spelt: %s /%s', async (service, path) => {
    const site = institution[service];
    const headers = service === 'video' ? root : management;
    const reached: unknown[] = [];

    for (const spelling of [...spellingsOf(path), `${site.origin}/${path}`]) {
      const { status, text: body } = await site.ask(spelling, { from: 'outside', headers });
      // 400: nginx cannot make a path of it.
      const isClosed = status === 400 || (status === 403 && JSON.parse(body).title === refused.title);
      if (!isClosed) reached.push([spelling, status]);
    }

    expect(reached).toEqual([]);
  });

  test('are the checks of health, and whatever is not known to be for everybody', async () => {
    for (const site of [institution.signing, institution.video])
      for (const path of ['/healthz', '/readyz', '/metrics', '/what-comes-later'])
        expect((await site.ask(path, { from: 'outside' })).status).toBe(403);
  });

  test.each<[Service, string]>([
    ['video', '/rest/../video/'],
    ['video', '/rest/videos/%2e%2e/%2e%2e/video/'],
    ['video', '/rest/videos/..%2f..%2fvideo/'],
    ['signing', '/api/../public/swagger-ui.html'],
  ])('is not reached by a path that leads out of it: %s %s', async (service, path) => {
    const [detour, straight] = [
      await institution[service].ask(path, { from: 'outside', headers: { Accept: 'text/html' } }),
      await institution[service].ask(path.replace(/^.*(?=\/(video|public)\/)/, ''), {
        from: 'outside',
        headers: { Accept: 'text/html' },
      }),
    ];

    expect([detour.status, detour.headers.location]).toEqual([straight.status, straight.headers.location]);
  });

  test('is refused on a page to people, in their language', async () => {
    const ask = (language: string) =>
      institution.video.ask('/admin/', {
        from: 'outside',
        headers: { Accept: 'text/html,*/*;q=0.8', 'Accept-Language': language },
      });

    const [english, french] = [await ask('en-GB,en;q=0.9'), await ask('fr-FR,fr;q=0.9')];

    expect(english.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(readPage(english.text).language).toBe('en');
    const page = readPage(french.text);
    expect(page.language).toBe('fr');
    expect(page.text).toContain("réseau de l'établissement");
  });

  test('is what the service itself refuses, in its own words', async () => {
    const { status, text: body } = await institution.video.ask('/rest/videos/', {
      method: 'DELETE',
      headers: root,
    });

    expect(status).toBe(405);
    expect(JSON.parse(body)).toEqual({ detail: 'Method "DELETE" not allowed.' });
  });
});

/** Ways to write a path that a web server or a service might take for it. */
function spellingsOf(path: string): string[] {
  const encoded = `%${path.charCodeAt(0).toString(16)}${path.slice(1)}`;
  return [
    ...[path, path.toUpperCase(), encoded, `/${path}`, `%2f${path}`, `\\${path}`, `./${path}`],
    ...[`x/../${path}`, `video/../${path}`, `video/..%2f${path}`, `video/%2e%2e/${path}`],
    ...[`public/..%2F${path}`, `public//../../${path}`, `public/../${encoded}`],
    ...[`${path}?/video/`, `${path}#/../video/`, `${path}%3f/../video`, `${path};/video/`, `${path}%00/`],
  ].map((spelling) => `/${spelling}`);
}

describe('What is for everybody', () => {
  test.each<[Service, string, Record<string, string>, number]>([
    ['signing', '/public/swagger-ui.html', {}, 200],
    ['signing', '/public/problems', {}, 200],
    ['signing', '/public/api/conventions/1', vendor, 404],
    ['signing', '/public/api/conventions/1', {}, 401],
    ['video', '/accounts/login/', {}, 200],
    ['video', '/media/videos/1/source/source.mp4', root, 404],
  ])('is answered by the service: %s %s', async (service, path, headers, expected) => {
    const { status, headers: answered } = await institution[service].ask(path, { headers, from: 'outside' });

    expect(status).toBe(expected);
    expect(answered['strict-transport-security']).toBe('max-age=31536000');
    expect(answered).not.toHaveProperty('x-powered-by');
  });
});

describe('The front', () => {
  test.each(['/', '/feed.rss', '/robots.txt', '/sitemap.xml', '/sitemap-1.xml', '/help/'])(
    'shows strangers what is public: %s',
    async (path) => {
      const headers = { Accept: 'text/html' };
      expect((await institution.video.ask(path, { headers, from: 'outside' })).status).toBe(200);
    },
  );

  test('leads from a folder without its slash to the same place', async () => {
    const { status, headers } = await institution.signing.ask('/public', { from: 'outside' });

    expect(status).toBe(301);
    expect(headers.location).toBe('/public/');
  });

  test('leads from http to https, with the method', async () => {
    const { status, headers } = await institution.video.ask('/video/?page=2', {
      isPlain: true,
      from: 'outside',
    });

    expect(status).toBe(308);
    expect(headers.location).toBe('https://video.example.org/video/?page=2');
  });

  test('takes no TRACE, which would give headers back', async () => {
    for (const site of [institution.signing, institution.video])
      expect((await site.ask('/', { method: 'TRACE' })).status).toBe(405);
  });

  test('leaves to ACME what it asks for by http', async () => {
    await writeFile(path.join(institution.nginx.acmeFolder, 'proof'), 'proof.of-this');

    const answer = await institution.video.ask('/.well-known/acme-challenge/proof', {
      isPlain: true,
      from: 'outside',
    });

    expect(answer).toMatchObject({ status: 200, text: 'proof.of-this' });
  });

  test('answers nothing under names that are not ours', async () => {
    const { httpPort, httpsPort, certificate } = institution.nginx;
    const plain = connect(httpPort, '127.0.0.1');
    plain.write('GET / HTTP/1.1\r\nHost: elsewhere.example.org\r\n\r\n');
    const servername = 'elsewhere.example.org';
    const tls = connectTls({ host: '127.0.0.1', port: httpsPort, servername, ca: certificate });
    const handshake = new Promise((resolve) => tls.once('error', ({ message }) => resolve(message)));

    expect(await text(plain)).toBe('');
    expect(await handshake).toMatch(/unrecognized name/);
    await expect(institution.video.ask('/video/', { host: servername })).rejects.toThrow(
      /hang up|ECONNRESET/,
    );
  });

  test('has no TLS older than 1.2, and does not tell its version', async () => {
    const { httpsPort, certificate } = institution.nginx;
    const old = connectTls({
      host: '127.0.0.1',
      port: httpsPort,
      servername: 'video.example.org',
      ca: certificate,
      minVersion: 'TLSv1',
      maxVersion: 'TLSv1.1',
      ciphers: 'DEFAULT@SECLEVEL=0',
    });

    await expect(new Promise((_, reject) => old.once('error', reject))).rejects.toThrow(/alert|version/i);
    expect((await institution.video.ask('/video/')).headers.server).toBe('nginx');
  });

  test('refuses headers that are larger than the services take', async () => {
    const { status } = await institution.video.ask('/video/', { headers: { Cookie: 'x'.repeat(20_000) } });

    expect(status).toBe(400);
  });
});

describe('What the services are told', () => {
  test('links carry the public name, whatever the caller says', async () => {
    const { id } = JSON.parse(
      (
        await institution.video.ask('/rest/types/', {
          method: 'POST',
          headers: { ...root, 'Content-Type': 'application/json', 'X-Forwarded-Host': 'evil.example.org' },
          body: JSON.stringify({ title: 'Lecture' }),
        })
      ).text,
    );

    const { text: body } = await institution.video.ask(`/rest/types/${id}/`, {
      headers: { ...root, Forwarded: 'host=evil.example.org', 'X-Forwarded-Proto': 'http' },
    });

    expect(JSON.parse(body).url).toBe(`https://video.example.org/rest/types/${id}/`);
  });

  test('a request of the institution keeps its id, one of a stranger gets another', async () => {
    const ask = (from: Place) =>
      institution.video.ask('/accounts/login/', { from, headers: { 'X-Request-Id': 'order-66' } });

    expect((await ask('inside')).headers['x-request-id']).toBe('order-66');
    const { 'x-request-id': given } = (await ask('outside')).headers;
    expect(given).toMatch(/^[0-9a-f]{32}$/);
    await eventually(async () => {
      const ids = (await institution.nginx.requests()).map((line) => line.request_id);
      expect(ids).toEqual(expect.arrayContaining(['order-66', given]));
    });
  });

  test('people sign in, with cookies that keep to TLS', async () => {
    const { status, cookies } = await signIn(institution.video, '/accounts/login/');
    const console_ = await signIn(institution.signing, '/console/account/login/');

    expect([status, console_.status]).toEqual([303, 303]);
    for (const cookie of [...cookies, ...console_.cookies].filter((line) => line.startsWith('sessionid')))
      expect(cookie).toMatch(/; HttpOnly; Secure; SameSite=Lax$/);
  });
});

/** Signs root in as a browser does. */
async function signIn(site: Site, login: string): Promise<{ status: number; cookies: string[] }> {
  const jar = cookieJar();
  const headersOf = (lines: string[]) => ({
    headers: new Headers(lines.map((line) => ['Set-Cookie', line])),
  });
  const page = await site.ask(login, { headers: { Accept: 'text/html' } });
  jar.keep(headersOf(page.headers['set-cookie'] ?? []));
  const { values: form } = formWith(readPage(page.text), 'csrfmiddlewaretoken');
  form.set('username', 'root');
  form.set('password', rootPassword);
  const answer = await site.ask(login, {
    method: 'POST',
    headers: { Cookie: jar.header(), 'Content-Type': 'application/x-www-form-urlencoded' },
    body: form.toString(),
  });
  return { status: answer.status, cookies: answer.headers['set-cookie'] ?? [] };
}

describe('A token that is refused', () => {
  test.each<[Service, string, string, Record<string, string>, string | undefined]>([
    ['signing', 'GET', '/api/conventions', { Authorization: 'Bearer wrong' }, undefined],
    ['signing', 'POST', '/api/conventions', { Authorization: 'Bearer wrong' }, '{"pdf64": "…"}'],
    ['signing', 'PATCH', '/public/api/conventions/7/dates', { Authorization: 'Bearer a b' }, '[]'],
    ['signing', 'DELETE', '/api/nowhere', { Authorization: 'Digest x' }, undefined],
    ['video', 'GET', '/rest/videos/', { Authorization: 'Token wrong' }, undefined],
    ['video', 'POST', '/rest/videos/', { Authorization: 'Token', 'Accept-Language': 'fr' }, '{}'],
    ['video', 'PUT', '/rest/videos/1/', { Authorization: 'Bearer wrong' }, 'x'.repeat(300_000)],
    ['video', 'DELETE', '/rest/users/1/', { Authorization: 'Token wrong', Accept: 'text/html' }, undefined],
    ['video', 'GET', '/media/videos/1/source/x.mp4', { Authorization: 'Token wrong' }, undefined],
  ])('is answered as the service answers: %s %s %s', async (service, method, path, given, body) => {
    const site = institution[service];
    const headers = { 'Content-Type': 'application/json', 'Accept-Encoding': 'identity', ...given };

    const front = await site.ask(path, { method, headers, ...(body === undefined ? {} : { body }) });
    const behind = await fetch(site.behind + path, { method, headers, body: body ?? null });

    expect(front.status).toBe(401);
    expect(front.status).toBe(behind.status);
    expect(front.text).toBe(await behind.text());
    for (const name of ['www-authenticate', 'content-type', 'content-length', 'vary', 'allow'])
      expect([name, front.headers[name] ?? null]).toEqual([name, behind.headers.get(name)]);
  });

  test('counts: after sixty from one address there are 429, for refused tokens alone', async () => {
    const ask = (authorization: string, localAddress: string) =>
      institution.signing.ask('/public/api/conventions/7', {
        localAddress,
        headers: { Authorization: authorization },
      });
    const statusOf = async (...call: Parameters<typeof ask>) => (await ask(...call)).status;

    const statuses = await manyAt(8, 120, () => statusOf('Bearer wrong', '127.0.0.3'));

    expect(statuses.filter((status) => status === 401).length).toBeGreaterThanOrEqual(60);
    expect(statuses).toContain(429);
    const late = await eventually(async () => {
      const answer = await ask('Bearer wrong', '127.0.0.3');
      return answer.status === 429 && answer;
    });
    expect(late.headers['retry-after']).toBe('60');
    expect(JSON.parse(late.text)).toMatchObject({ status: 429, title: 'Too Many Requests' });
    expect(await statusOf(`Bearer ${tokens.public}`, '127.0.0.3')).toBe(404);
    expect(await statusOf('Bearer wrong', '127.0.0.4')).toBe(401);
  });
});

test.each([
  ['signing', '/public/api-docs'],
  ['video', '/accounts/login/'],
] as const)('What the %s service compresses comes through as it is: %s', async (service, path) => {
  for (const encoding of ['br', 'gzip']) {
    const { headers } = await institution[service].ask(path, { headers: { 'Accept-Encoding': encoding } });
    expect(headers).toMatchObject({
      'content-encoding': encoding,
      'content-length': expect.stringMatching(/^\d+$/),
      vary: expect.stringContaining('Accept-Encoding'),
    });
  }
});

test('Forms to sign in are counted by address, the page is not', async () => {
  const site = institution.video;
  const send = async (localAddress: string) =>
    (await site.ask('/accounts/login/', { method: 'POST', localAddress })).status;

  const statuses = await manyAt(8, 240, () => send('127.0.0.3'));

  expect(statuses.filter((status) => status === 403).length).toBeGreaterThanOrEqual(120);
  expect(statuses).toContain(429);
  expect((await site.ask('/accounts/login/', { localAddress: '127.0.0.3' })).status).toBe(200);
  expect(await send('127.0.0.4')).toBe(403);
});

/** Does something so many times, some at a time; gives the outcomes. */
async function manyAt<Outcome>(
  atOnce: number,
  times: number,
  work: () => Promise<Outcome>,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (let done = 0; done < times; done += atOnce)
    outcomes.push(...(await Promise.all(Array.from({ length: atOnce }, work))));
  return outcomes;
}

test('While a service is away there is a 503 that says so; it comes back by itself', async () => {
  const { video } = institution;
  await video.stop();

  const [program, person] = [
    await video.ask('/rest/', { headers: { Authorization: 'Token x' } }),
    await video.ask('/video/', { headers: { Accept: 'text/html', 'Accept-Language': 'fr' } }),
  ];

  expect([program.status, person.status]).toEqual([503, 503]);
  expect(program.headers['retry-after']).toBe('10');
  expect(JSON.parse(program.text)).toMatchObject({ status: 503, title: 'Service Unavailable' });
  expect(person.text).toContain('Indisponible');
  await video.start();
  await eventually(async () => (await video.ask('/accounts/login/')).status === 200);
});
