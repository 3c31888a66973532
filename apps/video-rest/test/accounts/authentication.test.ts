import { setTimeout as sleep } from 'node:timers/promises';
import { serviceItself } from '@campus/accounts';
import { provenMs } from '@campus/database';
import { describe, expect, test } from '@jest/globals';
import { AuthenticationError } from '../../src/accounts/authenticate.ts';
import { createToken, revokeToken } from '../../src/accounts/tokens.ts';
import { listTokens } from '../../src/data/tokens.ts';
import { explainError } from '../../src/http/explain-error.ts';
import { basic, givenUser as givenUserWithPassword } from '../support/accounts.ts';
import { givenType, givenVideo, newName } from '../support/given-records.ts';
import { rawRequest } from '../support/raw-request.ts';
import { type Client, useService } from '../support/service.ts';

const service = useService();

const withHeader = (authorization: string) => service.as({ Authorization: authorization });
const base64 = (text: string) => Buffer.from(text).toString('base64');
const unknownKey = 'ab'.repeat(20);

const notProvided = [
  'Authentication credentials were not provided.',
  "Informations d'authentification non fournies.",
] as const;
const invalidToken = ['Invalid token.', 'Token non valide.'] as const;
const badPair = [
  'Invalid username/password.',
  "Nom d'utilisateur et/ou mot de passe non valide(s).",
] as const;
const notBase64 = [
  'Invalid basic header. Credentials not correctly base64 encoded.',
  "En-tête « basic » non valide. Encodage base64 des informations d'identification incorrect.",
] as const;
const tokenSpaces = [
  'Invalid token header. Token string should not contain spaces.',
  "En-tête « token » non valide. Un token ne doit pas contenir d'espaces.",
] as const;

/** What is sent, and what is said in English and in French: as Django REST Framework does. */
const failures: [what: string, authorization: string | undefined, english: string, french: string][] = [
  ['no credentials', undefined, ...notProvided],
  ['an empty header', '', ...notProvided],
  ['another scheme', 'Digest username="ada"', ...notProvided],
  ['a bearer token', `Bearer ${unknownKey}`, ...notProvided],
  ['a key without a scheme', unknownKey, ...notProvided],
  ['an unknown token', `Token ${unknownKey}`, ...invalidToken],
  ['a token of another form', 'Token secret', ...invalidToken],
  ['a token in capitals', `Token ${unknownKey.toUpperCase()}`, ...invalidToken],
  [
    'Token alone',
    'Token',
    'Invalid token header. No credentials provided.',
    "En-tête « token » non valide. Informations d'identification non fournies.",
  ],
  ['a token with spaces', `Token ${unknownKey} ${unknownKey}`, ...tokenSpaces],
  [
    'a token that is not decodable',
    'Token \u00e9\u00ff',
    'Invalid token header. Token string should not contain invalid characters.',
    'En-tête « token » non valide. Un token ne doit pas contenir de caractères invalides.',
  ],
  [
    'Basic alone',
    'Basic',
    'Invalid basic header. No credentials provided.',
    "En-tête « basic » non valide. Informations d'identification non fournies.",
  ],
  [
    'Basic with spaces',
    `Basic ${base64('a:b')} c`,
    'Invalid basic header. Credentials string should not contain spaces.',
    "En-tête « basic » non valide. Les informations d'identification ne doivent pas contenir d'espaces.",
  ],
  ['Basic that is not base64', 'Basic a:b', ...notBase64],
  ['Basic without a colon', `Basic ${base64('ada')}`, ...notBase64],
  ['a name that nobody has', `Basic ${base64('nobody:secret')}`, ...badPair],
  ['a name with a NUL', `Basic ${base64('a\0da:secret')}`, ...badPair],
];

describe('A request without credentials that hold', () => {
  test.each(failures)('Given %s, Then it is a 401 in the words that clients know', async (...failure) => {
    const [, authorization, english, french] = failure;
    const client = service.as(authorization === undefined ? {} : { Authorization: authorization });

    const inEnglish = await client.get('/rest/videos/');
    const inFrench = await client.get('/rest/launch_encode_view/').set('Accept-Language', 'fr-FR, en;q=0.5');

    expect([inEnglish.status, inEnglish.body]).toEqual([401, { detail: english }]);
    expect([inFrench.status, inFrench.body]).toEqual([401, { detail: french }]);
    for (const { headers } of [inEnglish, inFrench]) {
      expect(headers['www-authenticate']).toBe('Basic realm="api"');
      expect(headers['content-type']).toMatch(/^application\/json/);
    }
  });

  test('Given the header twice, Then none of them counts', async () => {
    const { token } = service.root;

    const answer = await rawRequest(
      service.url,
      `GET /rest/ HTTP/1.1\r\nHost: localhost\r\nAuthorization: Token ${token}\r\nAuthorization: Token ${unknownKey}\r\n\r\n`,
    );

    expect([answer.status, answer.headers['www-authenticate']]).toEqual([401, 'Basic realm="api"']);
    expect(JSON.parse(answer.body)).toEqual({
      detail: 'Invalid authorization header. It was sent more than once.',
    });
  });

  test('Given a wrong password of somebody, Then it is told as for nobody', async () => {
    const { username } = await givenUserWithPassword(service.db);

    const response = await withHeader(basic(username, 'secret')).get('/rest/');

    expect([response.status, response.body]).toEqual([401, { detail: badPair[0] }]);
  });

  test('Given a failure of one scheme, Then no other is tried', async () => {
    const response = await withHeader(`Basic ${service.root.token}`).get('/rest/');

    expect(response.status).toBe(401);
  });

  test('Credentials in the query count for nothing', async () => {
    const { token } = service.root;

    for (const query of [`token=${token}`, `Authorization=Token+${token}`, `access_token=${token}`])
      expect((await service.as({}).get(`/rest/?${query}`)).status).toBe(401);
  });
});

describe('Credentials that hold', () => {
  test('The word of the scheme may be written in any case', async () => {
    const { username, password } = await givenUserWithPassword(service.db);

    for (const authorization of [
      `token ${service.ada.token}`,
      `TOKEN ${service.ada.token}`,
      basic(username, password).replace('Basic', 'bAsIc'),
    ])
      expect((await withHeader(authorization).get('/rest/')).status).toBe(200);
  });

  test('A password may hold colons and letters of any script, in UTF-8 or Latin-1', async () => {
    const password = 'a:b::é';
    const { username } = await givenUserWithPassword(service.db, { password });
    const latin1 = Buffer.from(`${username}:${password}`, 'latin1').toString('base64');

    expect((await withHeader(basic(username, password)).get('/rest/')).status).toBe(200);
    expect((await withHeader(`Basic ${latin1}`).get('/rest/')).status).toBe(200);
  });

  test('A streaming server switches a broadcaster with a name and a password', async () => {
    const { username, password } = await givenUserWithPassword(service.db, { isStaff: true });
    const building = await service.root.client.post('/rest/buildings/').send({ name: newName() });
    await service.root.client
      .post('/rest/broadcasters/')
      .send({ name: 'Amphi A', url: 'rtmp://stream.example.org/amphi-a', building: building.body.url })
      .expect(201);

    const response = await withHeader(basic(username, password))
      .patch('/rest/broadcasters/AMPHI-A/')
      .send({ status: true });

    expect([response.status, response.body.status]).toEqual([200, true]);
  });
});

describe('Rights are those of this instant', () => {
  const mayWrite = async (client: Client) =>
    (await client.post('/rest/types/').send({ title: newName('type') })).status === 201;
  /** As another process does it, when it is known to all. */
  const update = async (id: number, data: Record<string, boolean>) => {
    await service.db.prisma.user.update({ where: { id }, data });
    await sleep(provenMs);
  };

  test('When a user becomes staff or ceases to be, Then a request with the token has it a moment later', async () => {
    const { id, client } = await service.givenUser();
    expect(await mayWrite(client)).toBe(false);

    await update(id, { isStaff: true });
    expect(await mayWrite(client)).toBe(true);

    await update(id, { isStaff: false });
    expect(await mayWrite(client)).toBe(false);

    await update(id, { isSuperuser: true });
    expect((await client.post('/rest/users/').send({ username: newName() })).status).toBe(201);
  });

  test('When it is done over the API, Then so too, and for a password as well', async () => {
    const { id, username, password } = await givenUserWithPassword(service.db);
    const client = withHeader(basic(username, password));
    expect(await mayWrite(client)).toBe(false);

    await service.root.client.patch(`/rest/users/${id}/`).send({ is_staff: true }).expect(200);
    expect(await mayWrite(client)).toBe(true);
  });

  test('When a user is disabled, Then token and password are refused at once, and hold again after', async () => {
    const { id, username, password } = await givenUserWithPassword(service.db);
    const { key } = await createToken(service.db, { by: serviceItself, username });
    const [byPassword, byToken] = [withHeader(basic(username, password)), withHeader(`Token ${key}`)];
    const answers = async () => {
      const [one, other] = [await byPassword.get('/rest/'), await byToken.get('/rest/')];
      return [one.status, one.body.detail, other.status, other.body.detail];
    };
    expect(await answers()).toEqual([200, undefined, 200, undefined]);

    await service.root.client.patch(`/rest/users/${id}/`).send({ is_active: false }).expect(200);
    expect(await answers()).toEqual([401, badPair[0], 401, 'User inactive or deleted.']);
    const french = await byToken.get('/rest/').set('Accept-Language', 'fr');
    expect(french.body).toEqual({ detail: 'Utilisateur inactif ou supprimé.' });

    await service.root.client.patch(`/rest/users/${id}/`).send({ is_active: true }).expect(200);
    expect(await answers()).toEqual([200, undefined, 200, undefined]);
  });

  test('When a token is revoked elsewhere, Then it is unknown a moment later, and the other ones of its user hold', async () => {
    const { username, client } = await service.givenUser();
    const { id, key } = await createToken(service.db, { by: serviceItself, username });
    const other = withHeader(`Token ${key}`);
    expect((await other.get('/rest/')).status).toBe(200);

    await revokeToken(service.db, { by: serviceItself, id });
    await sleep(provenMs);

    const response = await other.get('/rest/');
    expect([response.status, response.body]).toEqual([401, { detail: 'Invalid token.' }]);
    expect((await client.get('/rest/')).status).toBe(200);
  });

  test('When the time of a token is over, Then it is refused and told so', async () => {
    const { username } = await service.givenUser();
    const expiresAt = new Date(Date.now() + 60_000);
    const { id, key } = await createToken(service.db, { by: serviceItself, username, expiresAt });
    const client = withHeader(`Token ${key}`);
    expect((await client.get('/rest/')).status).toBe(200);

    await service.db.prisma.accessToken.update({ where: { id }, data: { expiresAt: new Date() } });
    await sleep(provenMs);

    const english = await client.get('/rest/');
    const french = await client.get('/rest/').set('Accept-Language', 'fr');
    expect([english.status, english.body]).toEqual([401, { detail: 'Invalid token. It has expired.' }]);
    expect(french.body).toEqual({ detail: 'Token non valide. Il a expiré.' });
    expect(english.headers['www-authenticate']).toBe('Basic realm="api"');
  });

  test('The use of a token is noted, and its key is nowhere in the database', async () => {
    const { username, client, token } = await service.givenUser();

    await client.get('/rest/').expect(200);

    const listed = (await listTokens(service.db.pool)).find((one) => one.username === username);
    expect(listed?.lastUsedAt).toBeInstanceOf(Date);
    const { rows } = await service.sql.query<{ row: string }>('select t::text as row from access_tokens t');
    expect(rows.filter(({ row }) => row.includes(token))).toEqual([]);
  });
});

describe('The order of the checks', () => {
  const anybody = () => service.as({});
  const text = { 'Content-Type': 'text/plain' };

  test('What the caller can take comes before who it is', async () => {
    expect((await anybody().get('/rest/users/?format=xml')).status).toBe(404);
    expect((await anybody().get('/rest/users/').set('Accept', 'image/png')).status).toBe(406);
    expect((await anybody().post('/rest/nothing/')).status).toBe(404);
  });

  test('Who it is comes before what it may, the method, the object and the body', async () => {
    expect((await anybody().delete('/rest/users/')).status).toBe(401);
    expect((await anybody().post('/rest/launch_encode_view/')).status).toBe(401);
    expect((await anybody().get('/rest/types/99999999/')).status).toBe(401);
    expect((await anybody().get('/rest/types/?colour=red')).status).toBe(401);
    expect((await anybody().post('/rest/types/').set(text).send('x')).status).toBe(401);
  });

  test('What it may comes before the object and the body', async () => {
    const { client } = service.ada;

    expect((await client.delete('/rest/types/99999999/')).status).toBe(403);
    expect((await client.post('/rest/types/').set(text).send('x')).status).toBe(403);
    expect((await client.post('/rest/users/').type('json').send('{')).status).toBe(403);
  });

  test('The method comes before the object, the object before the body, its type before its content', async () => {
    const { client } = service.root;
    const type = `/rest/types/${(await givenType(service.db)).id}/`;

    expect((await client.post('/rest/types/99999999/').send({})).status).toBe(405);
    expect((await client.patch('/rest/types/99999999/').set(text).send('x')).status).toBe(404);
    expect((await client.patch('/rest/types/99999999/').type('json').send('{')).status).toBe(404);
    expect((await client.patch(type).set(text).send('x')).status).toBe(415);
    expect((await client.patch(type).type('json').send('{')).status).toBe(400);
  });

  test.each(['application/json', 'multipart/form-data; boundary=x', 'application/x-www-form-urlencoded'])(
    'Given credentials that are refused, Then a body of %s is not waited for',
    async (type) => {
      const { token } = service.ada;
      const head = (path: string, authorization: string, length: string) =>
        `POST ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${authorization}\r\nContent-Type: ${type}\r\n${length}\r\n\r\n`;
      const lengths = ['Content-Length: 1000000000', 'Transfer-Encoding: chunked'];

      for (const length of lengths) {
        const unknown = await rawRequest(service.url, head('/rest/videos/', `Token ${unknownKey}`, length));
        const refused = await rawRequest(service.url, head('/rest/users/', `Token ${token}`, length));
        expect([length, unknown.status, refused.status]).toEqual([length, 401, 403]);
      }
    },
  );

  test('Given a client that asks first, Then it is told 401 instead of to go on', async () => {
    const answer = await rawRequest(
      service.url,
      `POST /rest/videos/ HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 1000000000\r\nContent-Type: multipart/form-data; boundary=x\r\n\r\n`,
    );

    expect(answer.status).toBe(401);
  });
});

describe('Too many wrong passwords', () => {
  const from = (address: string, authorization: string) =>
    service.as({ 'X-Forwarded-For': address, Authorization: authorization });
  const statusFrom = async (address: string, username: string, password: string) =>
    (await from(address, basic(username, password)).get('/rest/')).status;

  test('Given ten for one account from one address, Then that pair waits, and nobody else', async () => {
    const [ada, bob] = [await givenUserWithPassword(service.db), await givenUserWithPassword(service.db)];
    const statuses = [];
    for (let guess = 0; guess < 10; guess += 1)
      statuses.push(await statusFrom('203.0.113.1', ada.username, `guess ${guess}`));
    expect(statuses).toEqual(Array(10).fill(401));

    const refused = await from('203.0.113.1', basic(ada.username, ada.password)).get('/rest/');
    const wait = Number(refused.headers['retry-after']);
    expect(refused.status).toBe(429);
    expect(wait).toBeGreaterThanOrEqual(1);
    expect(wait).toBeLessThanOrEqual(60);
    expect(refused.body).toEqual({
      detail: `Request was throttled. Expected available in ${wait} seconds.`,
    });
    expect(refused.headers).not.toHaveProperty('www-authenticate');
    const french = await from('203.0.113.1', basic(ada.username, 'guess'))
      .get('/rest/')
      .set('Accept-Language', 'fr');
    expect(french.body.detail).toMatch(/^Requête ralentie\. Disponible dans \d+ secondes\.$/);

    // Whoever knows a name does not lock its owner out.
    expect(await statusFrom('203.0.113.2', ada.username, ada.password)).toBe(200);
    expect(await statusFrom('203.0.113.1', bob.username, bob.password)).toBe(200);
  });

  test('Given fifty for many accounts from one address, Then the address waits, and its tokens do not', async () => {
    const [first, ...others] = await Promise.all(
      Array.from({ length: 7 }, () => givenUserWithPassword(service.db)),
    );
    if (first === undefined) throw new Error('nobody was made');
    for (const { username } of others)
      for (let guess = 0; guess < 9; guess += 1) await statusFrom('203.0.113.9', username, `guess ${guess}`);

    expect(await statusFrom('203.0.113.9', first.username, first.password)).toBe(429);
    expect((await from('203.0.113.9', `Token ${service.ada.token}`).get('/rest/')).status).toBe(200);
    expect(await statusFrom('203.0.113.10', first.username, first.password)).toBe(200);
  });

  test('Given strangers at many addresses, Then they wait, and an address that was right before does not', async () => {
    const { username, password } = await givenUserWithPassword(service.db);
    expect(await statusFrom('203.0.113.20', username, password)).toBe(200);
    const statuses = [];
    for (let end = 1; end <= 14; end += 1)
      statuses.push(await statusFrom(`198.51.100.${end}`, username, `guess ${end}`));

    expect(statuses.slice(0, 6)).toEqual([401, 401, 401, 401, 401, 429]);
    expect(await statusFrom('198.51.100.99', username, password)).toBe(429);
    expect(await statusFrom('203.0.113.20', username, password)).toBe(200);
    // What was remembered there does not open the door elsewhere.
    expect(await statusFrom('198.51.100.1', username, password)).toBe(429);
  });

  test('Given too many that wait to be checked, Then the answer is 503 with the time to wait', async () => {
    const refusal = explainError(new AuthenticationError('busy', { wait: 5 }));
    expect(refusal).toMatchObject({ status: 503, headers: { 'Retry-After': '5' } });
  });

  test('Given addresses of one IPv6 network, Then they are one client', async () => {
    const { username, password } = await givenUserWithPassword(service.db);
    for (let guess = 0; guess < 10; guess += 1)
      await statusFrom(`2001:db8::${guess + 1}`, username, `guess ${guess}`);

    expect(await statusFrom('2001:db8::ffff', username, password)).toBe(429);
    expect(await statusFrom('2001:db8:0:1::1', username, password)).toBe(200);
  });
});

describe('A video of the caller', () => {
  test('Whether it exists does not show to somebody without credentials', async () => {
    const { id, slug } = await givenVideo(service.db, { ownerId: service.ada.id });

    const answers = [];
    for (const path of [`videos/${id}/`, `videos/${slug}/`, 'videos/99999999/', 'videos/9-no/']) {
      const { status, body } = await service.as({}).get(`/rest/${path}`);
      answers.push({ status, body });
    }
    expect(answers).toEqual(Array(4).fill({ status: 401, body: { detail: notProvided[0] } }));
  });
});
