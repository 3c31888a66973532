import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import {
  createTestDatabase,
  freePort,
  type RecordedRequest,
  type RecordingServer,
  startRecordingServer,
  type TestDatabase,
} from '@campus/testing';
import { readPage } from '@campus/testing/markup';
import { type OpenIdProvider, startOpenIdProvider } from '@campus/testing/openid';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { checkOpenId, openIdClientOf, openIdParameters } from '../src/provider/provider-parameters.ts';
import { type Browser, openBrowser, type Seen } from './support/open-browser.ts';
import { givenPerson, type House, password, startHouse } from './support/start-house.ts';

const minuteMs = 60_000;
const clientSecret = 'a secret: with % and / signs';

let database: TestDatabase;
let provider: OpenIdProvider;
let house: House;

beforeAll(async () => {
  database = await createTestDatabase('video-rest');
  provider = await startOpenIdProvider();
  house = await startHouseAt(provider);
});
afterAll(async () => {
  await house.stop();
  await provider.stop();
  await database.drop();
});
beforeEach(() => {
  house.errors.length = 0;
});

/** A house that the provider knows. */
async function startHouseAt(
  { issuer, register }: Pick<OpenIdProvider, 'issuer' | 'register'>,
  { usernameClaim = 'preferred_username' } = {},
): Promise<House> {
  const clientId = `house-${randomUUID()}`;
  const started = await startHouse(database, {
    openId: { issuer, clientId, clientSecret, usernameClaim, claims: [] },
  });
  register({ clientId, clientSecret, redirectUris: [`${started.url}/accounts/openid/callback/`] });
  return started;
}

/** Somebody whom the provider knows by this name. */
function known(username: string): string {
  const subject = randomUUID();
  provider.people.push({ subject, claims: { preferred_username: username } });
  return subject;
}

/** Leaves for the provider, signs in there, and comes back. */
async function comeBack(browser: Browser, subject: string | null, at = provider): Promise<URL> {
  const left = await browser.get('/accounts/openid/?next=/home/');
  expect(left.status).toBe(302);
  return at.signIn(left.location ?? '', subject);
}

async function signIn(browser: Browser, subject: string | null): Promise<Seen> {
  return browser.get((await comeBack(browser, subject)).href);
}

async function subjectOf(id: number): Promise<unknown> {
  const { rows } = await house.pool.query<{ subject: unknown }>(
    'select oidc_subject as subject from users where id = $1',
    [id],
  );
  return rows[0]?.subject;
}

function hrefsIn(text: string): (string | undefined)[] {
  return readPage(text)
    .all('link')
    .map((link) => link.attribute('href'));
}

describe('Somebody whom the institution knows', () => {
  test('signs in from the sign-in page, under a new session id, and goes on to where they wanted', async () => {
    const person = await givenPerson(house);
    const browser = openBrowser(house);
    const page = await browser.get('/accounts/login/?next=%2Fhome%2F');
    expect(hrefsIn(page.text)).toContain('/accounts/openid/?next=%2Fhome%2F');

    const returned = await comeBack(browser, known(person.username));
    const before = browser.cookies.get('sessionid');
    const back = await browser.get(returned.href);

    expect(back).toMatchObject({ status: 303, location: '/home/' });
    expect(browser.cookies.get('sessionid')).not.toBe(before);
    expect((await browser.get('/home/')).text).toContain(person.username);
    // The way back of the browser leads on, too.
    expect(await browser.get(returned.href)).toMatchObject({ status: 302, location: '/home/' });
  });

  test('keeps their account when the institution changes their name', async () => {
    const [person, namesake] = [await givenPerson(house), await givenPerson(house)];
    const subject = known(person.username);
    await signIn(openBrowser(house), subject);
    expect(await subjectOf(person.id)).toBe(subject);

    const claims = { preferred_username: namesake.username };
    provider.people.splice(
      provider.people.findIndex((one) => one.subject === subject),
      1,
      { subject, claims },
    );
    const browser = openBrowser(house);
    await signIn(browser, subject);

    expect((await browser.get('/home/')).text).toContain(person.username);
    expect(await subjectOf(namesake.id)).toBeNull();
  });

  test('is recognised by a provider that gives the claims apart', async () => {
    const person = await givenPerson(house);
    const subject = randomUUID();
    const apart = await startOpenIdProvider({
      claimsIn: 'userinfo',
      people: [{ subject, claims: { preferred_username: person.username } }],
    });
    const own = await startHouseAt(apart);
    const browser = openBrowser(own);

    const back = await browser.get((await comeBack(browser, subject, apart)).href);
    await own.stop();
    await apart.stop();

    expect(back).toMatchObject({ status: 303, location: '/home/' });
  });

  test('never takes over an account of somebody else of this name', async () => {
    const other = randomUUID();
    const person = await givenPerson(house, { subject: other });
    const browser = openBrowser(house);

    const back = await signIn(browser, known(person.username));

    expect(back.status).toBe(403);
    expect(await subjectOf(person.id)).toBe(other);
    expect((await browser.get('/home/')).status).toBe(302);
  });

  test('is told by name when they have no account here, or none that is active', async () => {
    const gone = await givenPerson(house, { isActive: false });
    const bound = known('whoever');
    await givenPerson(house, { isActive: false, subject: bound });

    for (const name of ['<i>stranger', 'nul\0', 'lone\ud800', 'a'.repeat(151), gone.username, undefined]) {
      const subject = name === undefined ? bound : known(name);
      const browser = openBrowser(house, { 'accept-language': 'fr' });
      const back = await signIn(browser, subject);
      expect(back.status).toBe(403);
      expect(back.text).toContain('pas de compte ici pour «');
      // On the bytes: names come from elsewhere.
      expect(back.text).not.toContain('<i>');
      expect((await browser.get('/home/')).status).toBe(302);
    }
    expect(await subjectOf(gone.id)).toBeNull();
  });

  test('is known by an address of theirs only when the institution has verified it', async () => {
    const own = await startHouseAt(provider, { usernameClaim: 'email' });
    const email = `${randomUUID()}@school.example`;
    const person = await givenPerson(house, { username: email });
    const people = [{ email }, { email, email_verified: false }, { email, email_verified: true }].map(
      (claims) => ({
        subject: randomUUID(),
        claims,
      }),
    );
    provider.people.push(...people);
    const statuses: number[] = [];
    for (const { subject } of people) {
      const browser = openBrowser(own);
      statuses.push((await browser.get((await comeBack(browser, subject)).href)).status);
    }
    await own.stop();

    expect(statuses).toEqual([403, 403, 303]);
    expect(await subjectOf(person.id)).toBe(people[2]?.subject);
  });

  test('who cancels there is told so', async () => {
    const back = await signIn(openBrowser(house), null);

    expect(back.status).toBe(403);
    expect(back.text).toContain('was cancelled or refused at your institution');
    expect(hrefsIn(back.text)).toContain('/accounts/login/?next=%2Fhome%2F');
    expect(house.errors).toEqual([]);
  });

  test('is told on the way out that they are signed out here alone', async () => {
    const person = await givenPerson(house);
    const browser = openBrowser(house);
    await browser.signIn(person, password);

    const { location } = await browser.fill('/home/', {}, { action: '/accounts/logout/' });

    expect((await browser.get(location ?? '')).text).toContain(
      'At your institution you may still be signed in.',
    );
  });
});

describe('Leaving for the provider', () => {
  test('leaves nothing in the database, and in the browser what the way back alone is sent', async () => {
    const count = async () => (await house.pool.query('select 1 from sessions')).rowCount;
    const before = await count();

    const { headers } = await openBrowser(house).get(`/accounts/openid/?next=/home/${'a'.repeat(5000)}`);

    const [cookie, ...others] = headers.getSetCookie();
    expect(cookie).toMatch(
      /^openidtrip=[^;]+; Max-Age=600; Path=\/accounts\/openid\/callback; Expires=[^;]+; HttpOnly; SameSite=Lax$/,
    );
    expect(cookie?.length).toBeLessThan(1000);
    expect(others).toEqual([]);
    expect(await count()).toBe(before);
  });
});

describe('A return from the provider is refused', () => {
  test('in a browser that has not left for it, and with a state that nobody was given', async () => {
    const person = await givenPerson(house);
    const browser = openBrowser(house);
    const returned = await comeBack(browser, known(person.username));
    const forged = new URL(returned);
    forged.searchParams.set('state', 'forged');

    const elsewhere = await openBrowser(house).get(returned.href);
    const odd = await browser.get(forged.href);
    const none = await browser.get('/accounts/openid/callback/');

    expect([elsewhere, odd, none].map(({ status }) => status)).toEqual([400, 400, 400]);
    expect(elsewhere.text).toContain('Begin it again.');
    // Nothing of that stands in the way of the true one.
    expect((await browser.get(returned.href)).status).toBe(303);
  });

  test('for the second time, and with a code that was used', async () => {
    const person = await givenPerson(house);
    const subject = known(person.username);
    const browser = openBrowser(house);
    const used = await comeBack(browser, subject);
    await browser.get(used.href);
    await browser.fill('/home/', {}, { action: '/accounts/logout/' });
    const again = await browser.get(used.href);

    const other = openBrowser(house);
    const returned = await comeBack(other, subject);
    returned.searchParams.set('code', used.searchParams.get('code') ?? '');
    const replayed = await other.get(returned.href);

    expect(again.status).toBe(400);
    expect(replayed.status).toBe(403);
    expect(replayed.text).toContain('did not confirm who you are');
    expect((await other.get('/home/')).status).toBe(302);
    // The operator reads why, and nothing that could be used.
    expect(house.errors.map(String)).toEqual([
      expect.stringMatching(/^Error: OpenID Connect: .*invalid_grant/),
    ]);
    const said = JSON.stringify(
      house.errors.map((error) => (error instanceof Error ? { ...error, cause: error.cause } : error)),
    );
    expect(said).not.toContain(used.searchParams.get('code'));
  });

  test('with the code of another sign-in, since only who has begun it can redeem it', async () => {
    const [victim, attacker] = [openBrowser(house), openBrowser(house)];
    const theirs = await comeBack(attacker, known((await givenPerson(house)).username));
    const own = await comeBack(victim, known((await givenPerson(house)).username));
    own.searchParams.set('code', theirs.searchParams.get('code') ?? '');

    expect((await victim.get(own.href)).status).toBe(403);
    expect((await victim.get('/home/')).status).toBe(302);
  });

  test('with a trip that nobody of ours has signed', async () => {
    const browser = openBrowser(house);
    const returned = await comeBack(browser, known((await givenPerson(house)).username));
    const trip = decodeURIComponent(browser.cookies.get('openidtrip') ?? '');
    const forged = [trip.replace('/home/', '/else/'), trip.replace(/^s:|\.[^.]*$/g, ''), 's:', 'j:{}', ''];
    const statuses: number[] = [];
    for (const one of forged) {
      browser.cookies.set('openidtrip', encodeURIComponent(one));
      statuses.push((await browser.get(returned.href)).status);
    }

    expect(trip).toContain('"next":"/home/"');
    expect(statuses).toEqual(forged.map(() => 400));
  });

  test('after ten minutes', async () => {
    const own = await startHouseAt(provider);
    const browser = openBrowser(own);
    const returned = await comeBack(browser, known((await givenPerson(house)).username));

    own.passTime(11 * minuteMs);
    const back = await browser.get(returned.href);
    await own.stop();

    expect(back.status).toBe(400);
  });
});

function rsaKey() {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { privateKey, publicJwk: { ...publicKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' } };
}

/** A JWT (RFC 7515 §3.1); of `none` its signature is empty. */
function signedToken(claims: object, { key, alg }: { key: ReturnType<typeof rsaKey>; alg: string }): string {
  const text = [{ alg }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  return `${text}.${alg === 'none' ? '' : sign('sha256', Buffer.from(text), key.privateKey).toString('base64url')}`;
}

function answerJson(response: ServerResponse, body: object): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

describe('A provider', () => {
  let other: RecordingServer;
  let own: House;

  beforeAll(async () => {
    other = await startRecordingServer();
    own = await startHouseAt({ issuer: other.url, register: () => undefined });
  });
  afterAll(async () => {
    await own.stop();
    await other.stop();
  });

  test('that is out of order is told of by a page, and asked again by the next who come', async () => {
    const before = own.errors.length;
    other.answerWith((_request, response) => void response.writeHead(502).end('<h1>Bad gateway</h1>'));
    const down = await openBrowser(own).get('/accounts/openid/');
    const isOpen = await openBrowser(own).get('/accounts/login/');

    const [authorization_endpoint, issuer] = [`${other.url}/authorize`, other.url];
    const metadata = { issuer, authorization_endpoint, token_endpoint: `${other.url}/token` };
    other.answerWith((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(metadata));
    });
    const asked = other.requests.length;
    const up = await Promise.all([1, 2, 3].map(() => openBrowser(own).get('/accounts/openid/')));

    expect(down.status).toBe(503);
    expect(down.text).toContain('cannot be reached at the moment');
    expect(isOpen.status).toBe(200);
    expect(own.errors.slice(before).map(String)).toEqual([expect.stringContaining('OpenID Connect: ')]);
    for (const { status, location } of up) {
      expect(status).toBe(302);
      const { origin, searchParams } = new URL(location ?? '');
      expect(origin).toBe(other.url);
      expect(searchParams.get('code_challenge_method')).toBe('S256');
      expect(searchParams.get('redirect_uri')).toBe(`${own.url}/accounts/openid/callback/`);
    }
    expect(other.requests.length - asked).toBe(1);
  });

  test('is believed for ID tokens of its own alone, for us, of this sign-in, in time, and signed by its key', async () => {
    const [ours, stranger] = [rsaKey(), rsaKey()];
    const at = await startHouseAt({ issuer: other.url, register: () => undefined });
    const subject = randomUUID();
    await givenPerson(at, { subject });
    const nowSeconds = Math.floor(Date.now() / 1000);
    const outcomeOf = async (change: object, { key = ours, alg = 'RS256' } = {}) => {
      const browser = openBrowser(at);
      other.answerWith(describeProvider);
      const left = new URL((await browser.get('/accounts/openid/')).location ?? '');
      const [aud, state, nonce] = ['client_id', 'state', 'nonce'].map((name) => left.searchParams.get(name));
      const right = {
        iss: other.url,
        aud,
        sub: subject,
        nonce,
        iat: nowSeconds,
        exp: nowSeconds + 60,
      };
      const idToken = signedToken({ ...right, ...change }, { key, alg });
      other.answerWith((request, response) => {
        if (!request.url.startsWith('/token')) return describeProvider(request, response);
        answerJson(response, { access_token: 'a', token_type: 'Bearer', id_token: idToken });
      });
      return (await browser.get(`/accounts/openid/callback/?code=c&state=${state}`)).status;
    };

    const outcomes = {
      right: await outcomeOf({}),
      issuer: await outcomeOf({ iss: 'https://elsewhere.example.org' }),
      client: await outcomeOf({ aud: 'another-client' }),
      signIn: await outcomeOf({ nonce: 'of-another-sign-in' }),
      over: await outcomeOf({ exp: nowSeconds - 3600 }),
      key: await outcomeOf({}, { key: stranger }),
      unsigned: await outcomeOf({}, { alg: 'none' }),
    };
    await at.stop();

    const { right, ...wrong } = outcomes;
    expect(right).toBe(303);
    for (const [what, status] of Object.entries(wrong))
      expect([what, [403, 503].includes(status)]).toEqual([what, true]);

    function describeProvider({ url }: RecordedRequest, response: ServerResponse): void {
      const [authorization_endpoint, token_endpoint] = [`${other.url}/authorize`, `${other.url}/token`];
      const about = {
        issuer: other.url,
        authorization_endpoint,
        token_endpoint,
        jwks_uri: `${other.url}/keys`,
      };
      answerJson(response, url === '/keys' ? { keys: [ours.publicJwk] } : about);
    }
  });

  test('that cannot be reached at all is told of by a page', async () => {
    const nowhere = await startHouseAt({
      issuer: `http://127.0.0.1:${await freePort()}`,
      register: () => undefined,
    });

    const { status } = await openBrowser(nowhere).get('/accounts/openid/');
    await nowhere.stop();

    expect(status).toBe(503);
    expect(nowhere.errors.map(String)).toEqual([expect.stringContaining('ECONNREFUSED')]);
  });

  test('that is not configured is offered to nobody', async () => {
    const plain = await startHouse(database);

    const page = await openBrowser(plain).get('/accounts/login/');
    const way = await openBrowser(plain).get('/accounts/openid/');
    await plain.stop();

    expect(page.text).not.toContain('openid');
    expect(way.status).toBe(404);
  });
});

describe('The parameters', () => {
  test.each([
    'https://idp.example.org/realms/school',
    'http://localhost:8080',
    'http://127.0.0.1:1',
    'http://[::1]/',
  ])('take %s for an issuer', (issuer) => {
    expect(openIdParameters.oidcIssuer.parse(issuer)).toBe(issuer);
  });

  test.each([
    'http://idp.example.org',
    'http://localhost.example.org',
    'https://idp.example.org/?a=1',
    'idp',
  ])('do not take %s', (issuer) => {
    expect(() => openIdParameters.oidcIssuer.parse(issuer)).toThrow(/^must /);
  });

  test('give no client while the provider is not set', () => {
    const oidcUsernameClaim = 'email';
    const unset = { oidcIssuer: undefined, oidcClientId: undefined, oidcClientSecret: undefined };
    const set = { oidcIssuer: 'https://idp.example', oidcClientId: 'us', oidcClientSecret: 'secret' };

    expect(openIdClientOf({ ...unset, oidcUsernameClaim })).toBeUndefined();
    expect(openIdClientOf({ ...set, oidcUsernameClaim })).toEqual({
      issuer: 'https://idp.example',
      clientId: 'us',
      clientSecret: 'secret',
      usernameClaim: 'email',
      claims: [],
    });
  });

  test('belong together: what is missing is named', () => {
    expect(checkOpenId(() => true)).toEqual([]);
    expect(checkOpenId(() => false)).toEqual([]);
    expect(checkOpenId((key) => key === 'oidcIssuer')).toEqual([
      {
        parameters: ['oidcClientId', 'oidcClientSecret'],
        message: expect.stringMatching(/^oidc\.client-id and oidc\.client-secret must be set too/),
      },
    ]);
  });
});
