import { createTestDatabase, type TestDatabase } from '@campus/testing';
import { formsOf, readPage } from '@campus/testing/markup';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { relyingPartyAt } from '../src/passkey/passkeys.ts';
import { type Browser, openBrowser, type Seen, tokenIn } from './support/open-browser.ts';
import { type SoftwarePasskey, softwarePasskey, type Twist } from './support/software-authenticator.ts';
import { givenPerson, type House, type Person, password, startHouse } from './support/start-house.ts';

const origin = 'http://localhost:8123';
const here = { origin, rpId: 'localhost' };
const account = '/accounts/';
const login = '/accounts/login/';

let database: TestDatabase;
let house: House;
/** Another process of the same service, whose people of a name that begins so must have a second factor. */
let strict: House;

beforeAll(async () => {
  database = await createTestDatabase('video-rest');
  house = await startHouse(database, { baseUrl: origin });
  strict = await startHouse(database, {
    baseUrl: origin,
    isRequired: ({ username }) => username.startsWith('staff-'),
  });
});
afterAll(async () => {
  await Promise.all([house.stop(), strict.stop()]);
  await database.drop();
});

/** Asks what to sign, as the script does on a page with such a form. */
async function options(browser: Browser, page: string, purpose: string) {
  const { status, text } = await browser.fill(
    page,
    { for: purpose },
    { action: '/accounts/passkeys/options/' },
  );
  expect(status).toBe(200);
  return JSON.parse(text) as { challenge: string; allowCredentials?: { id: string }[] };
}

async function givenProved(person: Person): Promise<Browser> {
  const browser = openBrowser(house);
  expect(await browser.signIn(person, password)).toMatchObject({ status: 303, location: '/home/' });
  await browser.fill('/accounts/prove/', { password });
  return browser;
}

async function add(browser: Browser, passkey: SoftwarePasskey, twist?: Twist): Promise<Seen> {
  const { challenge } = await options(browser, '/accounts/passkeys/', 'add');
  const response = passkey.register(challenge, twist);
  return browser.fill('/accounts/passkeys/', { label: 'phone', response });
}

async function givenPasskey() {
  const person = await givenPerson(house);
  const browser = await givenProved(person);
  const passkey = softwarePasskey(here);
  const added = await add(browser, passkey);
  expect(added.status).toBe(200);
  return { person, browser, passkey, added };
}

async function signInWith(
  browser: Browser,
  passkey: SoftwarePasskey,
  { page = login, twist }: { page?: string; twist?: Twist } = {},
): Promise<Seen> {
  const { challenge } = await options(browser, page, 'sign-in');
  return send(browser, passkey.sign(challenge, twist), page);
}

const send = (browser: Browser, response: string, page = login) =>
  browser.fill(page, { response }, { action: '/accounts/login/passkey/' });

describe('A passkey', () => {
  test('is added after the password was given again, with ten recovery codes, and stands in the history', async () => {
    const { person, browser, added } = await givenPasskey();

    expect(readPage(added.text).text.match(/\b\w{4}-\w{4}-\w{4}-\w{4}\b/g)).toHaveLength(10);
    const page = readPage((await browser.get(account)).text);
    expect(page.get('region', 'Passkeys').text).toContain('phone');
    const { rows } = await house.pool.query(
      'select event, detail from administration_history where account = $1 order by id desc limit 2',
      [person.username],
    );
    expect(rows).toEqual([
      { event: 'recovery-codes-made', detail: {} },
      { event: 'passkey-added', detail: { label: 'phone' } },
    ]);
    const other = openBrowser(house);
    await other.signIn(await givenPerson(house), password);
    expect((await other.get('/accounts/passkeys/')).location).toContain('/accounts/prove/');
  });

  test('signs in by itself, in any process, without telling beforehand whose it is', async () => {
    const { person, passkey } = await givenPasskey();
    for (const at of [house, strict]) {
      const browser = openBrowser(at);
      const asked = await options(browser, login, 'sign-in');
      expect(asked.allowCredentials ?? []).toEqual([]);

      const signedIn = await signInWith(browser, passkey);

      expect(signedIn).toMatchObject({ status: 303, location: '/home/' });
      expect((await browser.get('/home/')).text).toContain(person.username);
    }
  });

  test('is asked for after the password, and leads on to what was asked for', async () => {
    const { person, passkey } = await givenPasskey();
    const browser = openBrowser(house);
    expect(await browser.signIn(person, password, '/home/?a=1')).toMatchObject({
      location: '/accounts/second-factor/',
    });
    const page = '/accounts/second-factor/';
    expect((await options(browser, page, 'sign-in')).allowCredentials).toMatchObject([{ id: passkey.id }]);

    expect(await signInWith(browser, passkey, { page })).toMatchObject({
      status: 303,
      location: '/home/?a=1',
    });
  });

  test('says again who one is, in the place of the password', async () => {
    const { person, passkey } = await givenPasskey();
    const browser = openBrowser(house);
    await signInWith(browser, passkey);
    const page = '/accounts/prove/?next=%2Faccounts%2Ftotp%2F';
    const { challenge } = await options(browser, page, 'prove');

    const proved = await browser.fill(
      page,
      { response: passkey.sign(challenge), next: '/accounts/totp/' },
      { action: '/accounts/prove/passkey/' },
    );

    expect(proved).toMatchObject({ status: 303, location: '/accounts/totp/' });
    expect((await browser.get('/accounts/totp/')).status).toBe(200);
    const others = await givenPasskey();
    const foreign = await options(browser, page, 'prove');
    const refused = await browser.fill(
      page,
      { response: others.passkey.sign(foreign.challenge) },
      { action: '/accounts/prove/passkey/' },
    );
    expect(refused.status).toBe(403);
    expect(person.id).not.toBe(others.person.id);
  });

  test('that is removed signs in no more, and with the last one go the recovery codes', async () => {
    const { browser, person, passkey } = await givenPasskey();
    const link = readPage((await browser.get(account)).text).get('link', 'Remove the passkey phone');

    const removed = await browser.fill(link.attribute('href') ?? '', {});

    expect(removed).toMatchObject({ status: 303, location: '/accounts/?done=passkeyRemoved' });
    expect((await signInWith(openBrowser(house), passkey)).status).toBe(403);
    expect(await openBrowser(house).signIn(person, password)).toMatchObject({ location: '/home/' });
  });

  test('of somebody else is removed by nobody', async () => {
    const [{ passkey }, { browser }] = [await givenPasskey(), await givenPasskey()];
    const { rows } = await house.pool.query('select id from passkeys where credential_id = $1', [passkey.id]);

    for (const id of [rows[0].id, '0', 'x', '99999999999999999999'])
      await browser.fill(account, {}, { action: `/accounts/passkeys/${id}/remove/` });

    expect((await signInWith(openBrowser(house), passkey)).status).toBe(303);
  });

  test('signs nobody in who is deactivated, nor whoever has no password any more', async () => {
    const [first, second] = [await givenPasskey(), await givenPasskey()];
    await house.pool.query('update users set is_active = false where id = $1', [first.person.id]);
    await house.pool.query('update users set password_hash = null where id = $1', [second.person.id]);

    for (const { passkey } of [first, second])
      expect((await signInWith(openBrowser(house), passkey)).status).toBe(403);
  });
});

describe('A passkey signs nobody in', () => {
  const twists: [string, Twist][] = [
    ['of another site', { origin: 'https://evil.example' }],
    ['for another host', { rpId: 'evil.example' }],
    ['another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
    ['without PIN or finger', { isVerified: false }],
    ['with another key', { hasOtherKey: true }],
    ['as if it were being made', { type: 'webauthn.create' }],
  ];
  test.each(twists)('%s', async (_what, twist) => {
    const { passkey } = await givenPasskey();

    const refused = await signInWith(openBrowser(house), passkey, { twist });

    expect(refused.status).toBe(403);
    expect(readPage(refused.text).text).toContain('This passkey is not known here, or was not accepted.');
    expect((await signInWith(openBrowser(house), passkey)).status).toBe(303);
  });

  test('whose counter goes back, or stands still, also at once', async () => {
    const { passkey } = await givenPasskey();
    expect((await signInWith(openBrowser(house), passkey, { twist: { counter: 7 } })).status).toBe(303);
    for (const counter of [7, 3, 0])
      expect((await signInWith(openBrowser(house), passkey, { twist: { counter } })).status).toBe(403);

    const browsers = [openBrowser(house), openBrowser(strict)];
    const answers = await Promise.all(
      browsers.map((browser) => signInWith(browser, passkey, { twist: { counter: 8 } })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 403]);
  });

  test('by a challenge that was used, is of another session, or too old', async () => {
    const { passkey } = await givenPasskey();
    const browser = openBrowser(house);
    const { challenge } = await options(browser, login, 'sign-in');
    expect((await send(openBrowser(house), passkey.sign(challenge))).status).toBe(403);
    // Wrong once, it is gone.
    expect((await send(browser, passkey.sign(challenge, { hasOtherKey: true }))).status).toBe(403);
    expect((await send(browser, passkey.sign(challenge))).status).toBe(403);

    const late = await startHouse(database, { baseUrl: origin });
    const slow = openBrowser(late);
    const before = await options(slow, login, 'sign-in');
    late.passTime(6 * 60_000);
    expect((await send(slow, passkey.sign(before.challenge))).status).toBe(403);
    await late.stop();
  });

  test('by a challenge twice at once', async () => {
    const { passkey } = await givenPasskey();
    const browser = openBrowser(house);
    const { challenge } = await options(browser, login, 'sign-in');
    const page = await browser.get(login);
    const fields = {
      csrfmiddlewaretoken: tokenIn(page.text),
      response: passkey.sign(challenge, { counter: 0 }),
    };
    await house.pool.query('update passkeys set counter = 0 where credential_id = $1', [passkey.id]);

    const answers = await Promise.all([1, 2, 3].map(() => browser.post('/accounts/login/passkey/', fields)));

    expect(answers.map(({ status }) => status).sort()).toEqual([303, 403, 403]);
  });

  test('that nobody has, with the same words as one that is wrong', async () => {
    const { passkey } = await givenPasskey();
    const known = await signInWith(openBrowser(house), passkey, { twist: { hasOtherKey: true } });
    const unknown = await signInWith(openBrowser(house), softwarePasskey(here));
    expect([unknown.status, readPage(unknown.text).text]).toEqual([known.status, readPage(known.text).text]);
  });

  test.each([
    '',
    'null',
    '[]',
    '{"id":"a"}',
    '{"id":{"$gt":""},"response":{}}',
    '{"id":"a\\u0000","response":{}}',
    `{"id":"${'a'.repeat(5000)}","response":{}}`,
    '{"id":"YQ","rawId":"YQ","type":"public-key","response":{"clientDataJSON":"e30","authenticatorData":"AA","signature":"AA"}}',
    '['.repeat(50_000),
  ])('by %.60s', async (response) => {
    const browser = openBrowser(house);
    await options(browser, login, 'sign-in');
    expect((await send(browser, response)).status).toBe(403);
    expect(house.errors).toEqual([]);
  });

  test('from an address that was wrong too often', async () => {
    const { passkey } = await givenPasskey();
    const browser = openBrowser(house);
    for (let attempt = 0; attempt < 10; attempt += 1) await send(browser, '{}');

    const refused = await signInWith(browser, passkey);

    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await signInWith(openBrowser(house), passkey)).status).toBe(303);
  });
});

describe('Adding a passkey', () => {
  test.each<[string, Twist]>([
    ['of another site', { origin: 'https://evil.example' }],
    ['for another host', { rpId: 'evil.example' }],
    ['without PIN or finger', { isVerified: false }],
    ['for another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
  ])('%s is refused, and the name that was typed stays', async (_what, twist) => {
    const browser = await givenProved(await givenPerson(house));

    const refused = await add(browser, softwarePasskey(here), twist);

    expect(refused.status).toBe(400);
    expect(
      formsOf(readPage(refused.text))
        .find(({ values }) => values.has('label'))
        ?.values.get('label'),
    ).toBe('phone');
  });

  test.each([['usb'], [['usb\0', 'usb']], [{ usb: true }]])(
    'keeps of the ways to reach it, said as %j, those that there are',
    async (transports) => {
      const browser = await givenProved(await givenPerson(house));

      expect((await add(browser, softwarePasskey(here), { transports })).status).toBe(200);
    },
  );

  test('that somebody has already is refused', async () => {
    const { passkey, browser } = await givenPasskey();
    const other = await givenProved(await givenPerson(house));
    for (const person of [browser, other]) expect((await add(person, passkey)).status).toBe(400);
  });

  test('without a name is refused, and with a name that is markup shows it as text', async () => {
    const browser = await givenProved(await givenPerson(house));
    for (const label of ['', ' ', 'x'.repeat(101), 'a\u0000b', 'a\u202eb'])
      expect((await browser.fill('/accounts/passkeys/', { label, response: '{}' })).status).toBe(400);
    const { challenge } = await options(browser, '/accounts/passkeys/', 'add');
    const response = softwarePasskey(here).register(challenge);
    await browser.fill('/accounts/passkeys/', { label: '<img src=x>', response });
    expect((await browser.get(account)).text).toContain('&lt;img src=x&gt;');
  });

  test('is the second factor of whoever must have one, and the last is kept', async () => {
    const person = await givenPerson(strict, { username: `staff-${Math.random()}` });
    const browser = openBrowser(strict);
    await browser.signIn(person, password, '/home/?a=1');
    const passkey = softwarePasskey(here);
    const added = await add(browser, passkey);
    expect(added.status).toBe(200);
    expect((await browser.get('/home/')).status).toBe(200);

    await browser.fill('/accounts/prove/', { password });
    const link = readPage((await browser.get(account)).text).get('link', 'Remove the passkey phone');
    expect((await browser.fill(link.attribute('href') ?? '', {})).status).toBe(409);
    expect((await signInWith(openBrowser(strict), passkey)).status).toBe(303);
  });
});

test.each([
  [undefined, undefined],
  ['https://sign.example.edu', 'sign.example.edu'],
  ['https://sign.example.edu:8443/', 'sign.example.edu'],
  ['http://localhost:8081', 'localhost'],
  ['http://sign.example.edu', undefined],
  ['https://192.0.2.1', undefined],
  ['https://[2001:db8::1]', undefined],
])('At the public address %s passkeys are made for %s', (baseUrl, id) => {
  expect(relyingPartyAt(baseUrl, 'House')?.id).toBe(id);
});

test('Where the address is none for passkeys, the page of an account says so, in both languages', async () => {
  const unnamed = await startHouse(database, { baseUrl: 'http://127.0.0.1:8123' });
  try {
    const browser = openBrowser(unnamed);
    await browser.signIn(await givenPerson(unnamed), password);
    for (const [language, sentence] of [
      [
        'en',
        'Not possible here: browsers keep passkeys for an address with a name and https, or for localhost',
      ],
      ['fr', 'un nom, ou pour localhost, et ce service n’a pas reçu de telle adresse'],
    ] as const) {
      const { text } = await browser.get(account, { 'accept-language': language });
      expect(text).toContain(sentence);
      expect(text).not.toContain('/passkeys/');
    }
  } finally {
    await unnamed.stop();
  }
});
