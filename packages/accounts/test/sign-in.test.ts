import { createTestDatabase, type TestDatabase } from '@campus/testing';
import { formsOf, formWith, readPage } from '@campus/testing/markup';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openBrowser, tokenIn } from './support/open-browser.ts';
import { givenPerson, type House, password, startHouse } from './support/start-house.ts';

const hourMs = 60 * 60_000;

let database: TestDatabase;
let house: House;

beforeAll(async () => {
  database = await createTestDatabase('video-rest');
  house = await startHouse(database);
});
afterAll(async () => {
  await house.stop();
  await database.drop();
});

async function countSessions(): Promise<number> {
  const { rows } = await house.pool.query<{ count: number }>('select count(*)::int as count from sessions');
  return rows[0]?.count ?? 0;
}

/** The row of one account's only session changes so. */
async function changeSession(id: number, change: string): Promise<void> {
  const { rowCount } = await house.pool.query(
    `update sessions set ${change} where (sess->'account'->>'id')::int = $1`,
    [id],
  );
  expect(rowCount).toBe(1);
}

function onceIn(page: string): string {
  return formWith(readPage(page), '_once').field('_once').value ?? '';
}

describe('Signing in', () => {
  test('leads to the page that was asked for, and is noted', async () => {
    const person = await givenPerson(house);
    const browser = openBrowser(house);

    const asked = await browser.get('/home/?a=1');
    const { status, location } = await browser.fill(asked.location ?? '', {
      username: person.username,
      password,
      next: '/home/?a=1',
    });
    const home = await browser.get(location ?? '');

    expect(asked).toMatchObject({ status: 302, location: '/accounts/login/?next=%2Fhome%2F%3Fa%3D1' });
    expect({ status, location }).toEqual({ status: 303, location: '/home/?a=1' });
    expect(home.status).toBe(200);
    expect(home.text).toContain(person.username);
    const { rows } = await house.pool.query('select last_sign_in_at from users where id = $1', [person.id]);
    expect(rows).toEqual([{ last_sign_in_at: expect.any(Date) }]);
  });

  test.each(['//evil.example/', '/\\evil.example', 'https://evil.example/', '/.//evil.example'])(
    'leads home when the address afterwards is %j',
    async (next) => {
      const browser = openBrowser(house);
      const person = await givenPerson(house);

      expect(await browser.signIn(person, password, next)).toMatchObject({ status: 303, location: '/home/' });
      // Nor whoever is in already.
      const query = new URLSearchParams({ next });
      expect(await browser.get(`/accounts/login/?${query}`)).toMatchObject({
        status: 302,
        location: '/home/',
      });
    },
  );

  test('with a wrong password says so, keeps the user name, and opens no session', async () => {
    const person = await givenPerson(house);
    const browser = openBrowser(house);
    const before = await countSessions();

    const wrong = await browser.signIn(person, 'wrong', '/home/?a=1');

    expect(wrong.status).toBe(403);
    expect(wrong.text).toContain('Wrong user name or password.');
    const { values } = formWith(readPage(wrong.text), 'password');
    expect(Object.fromEntries(values)).toMatchObject({
      username: person.username,
      password: '',
      next: '/home/?a=1',
    });
    expect(await countSessions()).toBe(before);
  });

  test('works for a browser that sends other credentials with every request', async () => {
    const person = await givenPerson(house);
    const browser = openBrowser(house, { authorization: 'Basic bm9ib2R5Om5vdGhpbmc=' });

    expect(await browser.signIn(person, password)).toMatchObject({ status: 303 });
    expect(await browser.get('/home/')).toMatchObject({
      status: 302,
      location: '/accounts/login/?next=%2Fhome%2F',
    });
  });

  test('speaks the language of the browser', async () => {
    const browser = openBrowser(house, { 'accept-language': 'fr-FR, en;q=0.5' });

    const { text, headers } = await browser.get('/accounts/login/');
    const wrong = await browser.signIn(await givenPerson(house), 'faux');

    const page = readPage(text);
    expect(page.language).toBe('fr');
    expect(formWith(page, 'password').field('password').label).toBe('Mot de passe');
    expect(headers.get('content-language')).toBe('fr');
    expect(headers.get('vary')).toContain('Accept-Language');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(readPage(wrong.text).text).toContain('Nom d’utilisateur ou mot de passe incorrect.');
  });
});

describe('Wrong passwords', () => {
  const limits = { perAddress: 4, perAddressAndAccount: 2, windowSeconds: 60 };
  let strict: House;

  beforeAll(async () => {
    strict = await startHouse(database, { limits });
  });
  afterAll(() => strict.stop());

  test('of one account from one address are soon refused without a look, and the page says when to try again', async () => {
    const [person, other] = [await givenPerson(strict), await givenPerson(strict)];
    const browser = openBrowser(strict);
    for (const guess of ['a', 'b']) await browser.signIn(person, guess);

    const refused = await browser.signIn(person, password);

    expect(refused.status).toBe(429);
    const seconds = Number(refused.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(refused.text).toMatch(/too many failed attempts\. Try again in \d+ s\./);
    expect((await browser.signIn(other, password)).status).toBe(303);
    // Nobody is locked out by what others do elsewhere.
    expect((await openBrowser(strict).signIn(person, password)).status).toBe(303);
  });

  test('of many accounts from one address are refused too', async () => {
    const person = await givenPerson(strict);
    const browser = openBrowser(strict);
    for (let guess = 0; guess < limits.perAddress; guess++)
      await browser.signIn(await givenPerson(strict), 'wrong');

    expect((await browser.signIn(person, password)).status).toBe(429);
  });
});

describe('Strangers who guess at an account, each from an address of its own', () => {
  test('are soon told to wait, whoever is in or was right before is not', async () => {
    const own = await startHouse(database);
    const person = await givenPerson(own);
    const [browser, home] = [openBrowser(own), openBrowser(own)];
    await browser.signIn(person, password);
    await home.signIn(person, password);
    const statuses: number[] = [];
    for (let guess = 0; guess < 6; guess += 1)
      statuses.push((await openBrowser(own).signIn(person, `guess ${guess}`)).status);

    const late = await openBrowser(own).signIn(person, password);
    const changed = 'a better password than before';
    const fields = { current: password, password: changed, repeated: changed };

    expect(statuses.slice(0, 5)).toEqual([403, 403, 403, 403, 403]);
    expect(statuses[5]).toBe(429);
    expect([late.status, Number(late.headers.get('retry-after'))]).toEqual([429, expect.any(Number)]);
    expect(late.text).toContain('too many failed attempts');
    expect((await browser.fill('/accounts/', fields)).status).toBe(303);
    expect((await home.get('/home/')).status).toBe(302);
    home.cookies.clear();
    expect((await home.signIn(person, changed)).status).toBe(303);
    await own.stop();
  });
});

describe('The session', () => {
  test('has a cookie that scripts and other sites do not see, and that needs TLS where there is TLS', async () => {
    const person = await givenPerson(house);
    const plain = await openBrowser(house).signIn(person, password);
    const secure = await openBrowser(house, { 'x-forwarded-proto': 'https' }).signIn(person, password);

    for (const name of ['sessionid', 'csrftoken']) {
      const [overHttp, overTls] = [plain, secure].map(({ headers }) =>
        headers.getSetCookie().find((cookie) => cookie.startsWith(`${name}=`)),
      );
      expect(overHttp).toMatch(/; Path=\/; (Expires=[^;]+; )?HttpOnly; SameSite=Lax$/);
      expect(overTls).toMatch(/; HttpOnly; Secure; SameSite=Lax$/);
    }
  });

  test('needs TLS whenever the public address has it, and a proxy that hides it is named', async () => {
    const own = await startHouse(database, { baseUrl: 'https://house.example' });
    const person = await givenPerson(own);
    const behindProxy = await openBrowser(own, { 'x-forwarded-proto': 'https' }).signIn(person, password);
    const before = await countSessions();
    const hidden = openBrowser(own);
    const page = await hidden.get('/accounts/login/');
    const refused = await hidden.signIn(person, password);
    await own.stop();

    expect(behindProxy.status).toBe(303);
    expect(behindProxy.headers.getSetCookie().join()).toMatch(/sessionid=.+; HttpOnly; Secure;/);
    for (const { text } of [page, refused]) expect(text).toContain('it must send X-Forwarded-Proto');
    expect(refused.status).toBe(500);
    expect(await countSessions()).toBe(before);
    // Once, however many come.
    expect(own.errors.map(String)).toEqual([expect.stringContaining('server.trusted-proxies')]);
  });

  test('has a new id after every sign-in, and the id before it is dead', async () => {
    const [attacker, victim] = [await givenPerson(house), await givenPerson(house)];
    const planted = openBrowser(house);
    await planted.signIn(attacker, password);
    const id = planted.cookies.get('sessionid') ?? '';
    const browser = openBrowser(house);
    browser.cookies.set('sessionid', id);
    // The sign-in page of somebody who is in leads on: the form is one of before.
    const { text } = await browser.get('/home/');
    const fields = { csrfmiddlewaretoken: tokenIn(text), username: victim.username, password };

    expect((await browser.post('/accounts/login/', fields)).status).toBe(303);

    expect(browser.cookies.get('sessionid')).not.toBe(id);
    expect((await browser.get('/home/')).text).toContain(victim.username);
    expect((await planted.get('/home/')).status).toBe(302);
  });

  test('is not found by an id that a browser made up, nor by what the database holds', async () => {
    const person = await givenPerson(house);
    const browser = openBrowser(house);
    await browser.signIn(person, password);
    const { rows } = await house.pool.query<{ sid: string }>(
      `select sid from sessions where (sess->'account'->>'id')::int = $1`,
      [person.id],
    );
    const stolen = rows[0]?.sid ?? '';
    const [id, signature] =
      /^s:(.*)\.(.*)$/.exec(decodeURIComponent(browser.cookies.get('sessionid') ?? ''))?.slice(1) ?? [];

    expect(stolen).not.toBe(id);
    for (const cookie of [`s:${stolen}.${signature}`, stolen, `s:${id}.forged`]) {
      const thief = openBrowser(house);
      thief.cookies.set('sessionid', encodeURIComponent(cookie));
      expect((await thief.get('/home/')).status).toBe(302);
    }
  });

  test('ends after a while without a request, and lives on with each of them', async () => {
    const person = await givenPerson(house);
    const browser = openBrowser(house);
    await browser.signIn(person, password);

    await changeSession(person.id, `expire = now() + interval '1 minute'`);
    const { status, headers } = await browser.get('/home/');
    expect(status).toBe(200);
    expect(headers.getSetCookie().join()).toMatch(/sessionid=.*Expires=/);
    const { rows } = await house.pool.query(
      `select expire > now() + interval '1 hour' as "isLong" from sessions
        where (sess->'account'->>'id')::int = $1`,
      [person.id],
    );
    expect(rows).toEqual([{ isLong: true }]);

    await changeSession(person.id, `expire = now() - interval '1 second'`);
    expect((await browser.get('/home/')).status).toBe(302);
  });

  test('ends half a day after the sign-in, however busy it is', async () => {
    const own = await startHouse(database);
    const browser = openBrowser(own);
    await browser.signIn(await givenPerson(own), password);

    own.passTime(11.9 * hourMs);
    const before = await browser.get('/home/');
    own.passTime(0.2 * hourMs);
    const after = await browser.get('/home/');
    await own.stop();

    expect([before.status, after.status]).toEqual([200, 302]);
  });

  test('ends on the server when somebody signs out', async () => {
    const person = await givenPerson(house);
    const browser = openBrowser(house, { 'sec-fetch-site': 'same-origin' });
    await browser.signIn(person, password);
    const kept = new Map(browser.cookies);
    const before = await countSessions();

    const out = await browser.fill('/home/', {}, { action: '/accounts/logout/' });

    expect(out).toMatchObject({ status: 303, location: '/accounts/login/?done=signedOut' });
    expect(out.headers.get('clear-site-data')).toBe('"storage"');
    expect(browser.cookies.has('sessionid')).toBe(false);
    expect((await browser.get(out.location ?? '')).text).toContain('You are signed out.');
    expect(await countSessions()).toBe(before - 1);
    for (const [name, value] of kept) browser.cookies.set(name, value);
    expect((await browser.get('/home/')).status).toBe(302);
  });

  test('keeps what scripts have kept when a page of another site sends the form to sign out', async () => {
    const stranger = openBrowser(house, { 'sec-fetch-site': 'cross-site' });

    const out = await stranger.post('/accounts/logout/', {});

    expect(out).toMatchObject({ status: 303, location: '/accounts/login/?done=signedOut' });
    expect(out.headers.get('clear-site-data')).toBeNull();
  });

  test('ends at once when the account is deactivated', async () => {
    const person = await givenPerson(house);
    const browser = openBrowser(house);
    await browser.signIn(person, password);

    await house.pool.query('update users set is_active = false where id = $1', [person.id]);

    expect((await browser.get('/home/')).status).toBe(302);
    expect((await browser.signIn(person, password)).status).toBe(403);
  });

  test('is told in the log, with whose it is and by what; so is a refusal, with the names of accounts alone', async () => {
    const { username } = await givenPerson(house);
    const browser = openBrowser(house);
    const secret = `typed-as-a-name-${username}`;

    await browser.signIn({ username: secret }, password);
    await browser.signIn({ username }, 'wrong password');
    await browser.signIn({ username }, password);
    await browser.get('/accounts/');
    await browser.fill('/accounts/prove/', { password: 'wrong password' });

    const about = house.logged.filter((one) => JSON.stringify(one).includes(username));
    expect(about).toEqual([
      { line: 'a sign-in was refused', by: 'password', account: username },
      { line: 'somebody has signed in', by: 'password', account: username },
      { line: 'a sign-in was refused', by: 'password', account: username },
    ]);
    expect(house.logged).toContainEqual({
      line: 'a sign-in was refused',
      by: 'password',
      account: undefined,
    });
  });

  test('is not begun by looking at pages', async () => {
    const before = await countSessions();
    const browser = openBrowser(house);

    for (const page of ['/accounts/login/', '/home/', '/accounts/']) {
      const { headers } = await browser.get(page);
      expect(headers.getSetCookie().join()).not.toContain('sessionid');
    }

    expect(await countSessions()).toBe(before);
  });

  test('that cannot be read is an error of ours, not the end of the service', async () => {
    const own = await startHouse(database);
    const browser = openBrowser(own);
    await browser.signIn(await givenPerson(own), password);
    await own.pool.end();

    const { status } = await browser.get('/home/');
    const page = await openBrowser(own).get('/accounts/login/');
    await own.stop();

    expect([status, page.status]).toEqual([500, 200]);
  });
});

describe('The page of an account', () => {
  const better = 'a better password than before';

  test('changes the password, and ends the sessions elsewhere', async () => {
    const person = await givenPerson(house);
    const [here, elsewhere] = [openBrowser(house), openBrowser(house)];
    await here.signIn(person, password);
    await elsewhere.signIn(person, password);

    const fields = { current: password, password: better, repeated: better };
    const changed = await here.fill('/accounts/', fields);

    expect(changed).toMatchObject({ status: 303, location: '/accounts/?done=changed' });
    expect((await here.get('/accounts/?done=changed')).text).toContain('Your password is changed.');
    expect((await elsewhere.get('/home/')).status).toBe(302);
    expect((await elsewhere.signIn(person, password)).status).toBe(403);
    expect((await elsewhere.signIn(person, better)).status).toBe(303);
  });

  test.each([
    ['the current password is wrong', { current: 'wrong' }, 'This is not your current password.'],
    ['the new one is too short', { password: 'short', repeated: 'short' }, 'This password is too short.'],
    ['it is not the same twice', { repeated: 'another' }, 'The two passwords are not the same.'],
  ])('changes nothing when %s, and says so', async (_why, change, said) => {
    const person = await givenPerson(house);
    const browser = openBrowser(house);
    await browser.signIn(person, password);

    const fields = { current: password, password: better, repeated: better, ...change };
    const refused = await browser.fill('/accounts/', fields);

    expect(refused.status).toBe(400);
    expect(refused.text).toContain(said);
    expect((await openBrowser(house).signIn(person, password)).status).toBe(303);
  });
});

describe('A form', () => {
  const posts = ['/accounts/login/', '/accounts/logout/', '/accounts/', '/home/'];

  test.each(posts)('sent to %s without the token of this session is refused', async (path) => {
    const person = await givenPerson(house);
    const [browser, stranger] = [openBrowser(house), openBrowser(house)];
    await browser.signIn(person, password);
    await stranger.signIn(await givenPerson(house), password);
    const token = stranger.cookies.get('csrftoken') ?? '';
    const fields = { current: password, password: 'another password', repeated: 'another password' };

    const without = await browser.post(path, fields);
    const foreign = await browser.post(path, { ...fields, csrfmiddlewaretoken: token });
    const inHeader = await browser.post(path, fields, { 'x-csrftoken': token });
    // Somebody who can write cookies, such as a neighbour in the domain, has only tokens of other sessions.
    const own = browser.cookies.get('csrftoken') ?? '';
    browser.cookies.set('csrftoken', token);
    const planted = await browser.post(path, { ...fields, csrfmiddlewaretoken: token });
    browser.cookies.set('csrftoken', own);

    expect([without, foreign, inHeader, planted].map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    expect(without.text).toContain('This page is out of date');
    expect((await browser.get('/home/')).text).toContain(person.username);
    expect((await openBrowser(house).signIn(person, password)).status).toBe(303);
  });

  describe('of a session that has ended meanwhile', () => {
    const page = '/home/?a=1';
    const atSignIn = '/accounts/login/?next=%2Fhome%2F%3Fa%3D1&done=ended';

    /** Somebody whose session is over when they send the form of the page. */
    async function late(headers = {}) {
      const person = await givenPerson(house);
      const browser = openBrowser(house, headers);
      await browser.signIn(person, password);
      const fields = { csrfmiddlewaretoken: tokenIn((await browser.get(page)).text) };
      await changeSession(person.id, `expire = now() - interval '1 second'`);
      return { browser, fields };
    }

    test('leads to the sign-in and back to its page, and says that nothing was saved', async () => {
      const { browser, fields } = await late();
      const late303 = await browser.post('/home/', fields, { referer: `${house.url}${page}` });
      const { text } = await browser.get(late303.location ?? '');

      expect(late303).toMatchObject({ status: 303, location: atSignIn });
      expect(text).toContain('Your session has ended. Nothing was saved.');
      expect(formWith(readPage(text), 'next').field('next').value).toBe('/home/?a=1');
      const french = await late({ 'accept-language': 'fr' });
      expect(readPage((await french.browser.get(atSignIn)).text).text).toContain(
        'Votre session est terminée. Rien n’a été enregistré.',
      );
    });

    test('leads nowhere else, whatever page it claims to come from', async () => {
      const { browser, fields } = await late();
      const claims = ['https://evil.example/home/', `${house.url}//evil.example/`, 'nonsense', ''];
      for (const referer of claims) {
        const { location } = await browser.post('/home/', fields, { referer });
        expect(location).toBe('/accounts/login/?done=ended');
      }
    });

    test('is refused when the browser has never seen a page of ours', async () => {
      expect((await openBrowser(house).post('/home/', {})).status).toBe(403);
    });

    test('signs out as if it had not', async () => {
      const { browser, fields } = await late();
      const out = await browser.post('/accounts/logout/', fields);
      expect(out).toMatchObject({ status: 303, location: '/accounts/login/?done=signedOut' });
    });

    test('is known before it is sent to a script that asks', async () => {
      const asked = '/accounts/session/?next=%2Fhome%2F%3Fa%3D1';
      const signedIn = openBrowser(house);
      await signedIn.signIn(await givenPerson(house), password);
      const { browser } = await late();

      expect(await signedIn.get(asked)).toMatchObject({ status: 204, text: '' });
      expect(await browser.get(asked)).toMatchObject({ status: 302, location: atSignIn });
    });
  });

  test('of before the sign-in is worth nothing after it', async () => {
    const browser = openBrowser(house);
    const { text } = await browser.get('/accounts/login/');
    await browser.signIn(await givenPerson(house), password);

    const fields = { csrfmiddlewaretoken: tokenIn(text) };
    expect((await browser.post('/accounts/logout/', fields)).status).toBe(403);
  });

  test('is accepted from every page that was open at once after the sign-in, and from every form of a page', async () => {
    const browser = openBrowser(house);
    await browser.signIn(await givenPerson(house), password);

    const pages = await Promise.all(['/accounts/', '/home/'].map((page) => browser.get(page)));

    const tokens = pages.flatMap(({ text }) =>
      formsOf(readPage(text)).map((form) => form.field('csrfmiddlewaretoken').value),
    );
    expect(tokens).toHaveLength(4);
    for (const token of tokens)
      expect((await browser.post('/home/', { csrfmiddlewaretoken: token ?? '' })).text).toBe('done');
    expect(pages.map(({ headers }) => headers.getSetCookie().length)).toEqual([2, 2]);
  });

  test('has another token in each answer, none of which is in the cookie', async () => {
    const browser = openBrowser(house);
    await browser.signIn(await givenPerson(house), password);

    const pages = await Promise.all(Array.from({ length: 3 }, () => browser.get('/accounts/')));
    const cookie = browser.cookies.get('csrftoken') ?? '';

    expect(new Set(pages.map(({ text }) => tokenIn(text))).size).toBe(3);
    for (const { text } of pages) for (const part of cookie.split('.')) expect(text).not.toContain(part);
    // As scripts do that take it from there.
    for (const sent of [cookie, tokenIn(pages[0]?.text ?? '')])
      expect((await browser.post('/home/', {}, { 'x-csrftoken': sent })).text).toBe('done');
  });

  test('comes with a token whatever its cookie was', async () => {
    const browser = openBrowser(house);
    for (const cookie of ['j:{"split":1}', 'j:[]', '.', 'a.b', '%E0%A4%A']) {
      browser.cookies.set('csrftoken', cookie);
      expect((await browser.get('/accounts/login/')).status).toBe(200);
      browser.cookies.set('csrftoken', cookie);
      expect((await browser.post('/accounts/login/', { csrfmiddlewaretoken: cookie })).status).toBe(403);
    }
  });

  test('that is to be obeyed once is known when it comes again, also twice at the same moment', async () => {
    const browser = openBrowser(house);
    await browser.signIn(await givenPerson(house), password);
    const { text } = await browser.get('/home/');
    const fields = { csrfmiddlewaretoken: tokenIn(text), _once: onceIn(text) };
    const send = async (once: string) => (await browser.post('/home/', { ...fields, _once: once })).text;

    const together = await Promise.all([1, 2, 3].map(() => send(fields._once)));
    const others = await Promise.all(Array.from({ length: 49 }, (_, index) => send(`other-${index}`)));
    const again = await send(fields._once);
    await send('one more');

    expect(together.sort()).toEqual(['done', 'done before', 'done before']);
    expect(new Set(others)).toEqual(new Set(['done']));
    expect(again).toBe('done before');
    // Of each session the last fifty are kept.
    expect(await send(fields._once)).toBe('done');
    expect(onceIn((await browser.get('/home/')).text)).not.toBe(fields._once);
  });

  test('that is too large, or no form at all, is refused by a page', async () => {
    const browser = openBrowser(house);
    const { text } = await browser.get('/accounts/login/');
    const fields = { csrfmiddlewaretoken: tokenIn(text), username: 'a'.repeat(300 * 1024) };

    const large = await browser.post('/accounts/login/', fields);
    const type = 'application/x-www-form-urlencoded; charset=utf-7';
    const odd = await browser.post('/accounts/login/', {}, { 'content-type': type });
    const json = await browser.post('/accounts/login/', {}, { 'content-type': 'application/json' });

    expect([large, odd, json].map(({ status }) => status)).toEqual([413, 415, 403]);
    expect(readPage(large.text).get('main').text).toContain('The form is too large.');
    expect(house.errors).toEqual([]);
  });
});
