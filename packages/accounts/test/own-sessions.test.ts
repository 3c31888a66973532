import { createTestDatabase, type TestDatabase } from '@campus/testing';
import { formsOf, readPage } from '@campus/testing/markup';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { browserInWords } from '../src/session/own-sessions.ts';
import { stampOf } from '../src/session/session-data.ts';
import { type Browser, openBrowser } from './support/open-browser.ts';
import { givenPerson, type House, type Person, password, startHouse } from './support/start-house.ts';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';

let database: TestDatabase;
let house: House;
/** Another process of the same service. */
let replica: House;

beforeAll(async () => {
  database = await createTestDatabase('video-rest');
  [house, replica] = await Promise.all([startHouse(database), startHouse(database)]);
});
afterAll(async () => {
  await Promise.all([house.stop(), replica.stop()]);
  await database.drop();
});

async function givenSignedIn(person: Person, agent?: string): Promise<Browser> {
  const browser = openBrowser(house, agent === undefined ? {} : { 'user-agent': agent });
  expect(await browser.signIn(person, password)).toMatchObject({ status: 303, location: '/home/' });
  return browser;
}

/** Somebody who is signed in, and has said again who they are. */
async function givenProved(person: Person, agent?: string): Promise<Browser> {
  const browser = await givenSignedIn(person, agent);
  await browser.fill('/accounts/prove/', { password });
  return browser;
}

/** What the buttons of the account page call the sessions that they end. */
async function namesSeenBy(browser: Browser): Promise<string[]> {
  const { text } = await browser.get('/accounts/');
  return formsOf(readPage(text)).flatMap((form) => form.values.get('session') ?? []);
}

describe('The account page', () => {
  test('lists where somebody is signed in: this device, the browser in words, and when', async () => {
    const person = await givenPerson(house);
    const own = await givenProved(person, firefox);
    await givenSignedIn(person, phone);

    const page = readPage((await own.get('/accounts/')).text);

    const [here, there] = page.all('row').slice(1);
    expect(here?.text).toMatch(/^Firefox on Linux.*this device$/s);
    expect(there?.text).toMatch(/^Safari on iPhone.*End/s);
    expect(here?.all('time')).toHaveLength(2);
  });

  test('shows nothing of the sessions of others, nor of those before the password was changed', async () => {
    const [person, other] = [await givenPerson(house), await givenPerson(house)];
    await givenSignedIn(other);
    const own = await givenProved(person);
    await givenSignedIn(person);
    expect(await namesSeenBy(own)).toHaveLength(1);

    const changed = {
      current: password,
      password: 'another long password',
      repeated: 'another long password',
    };
    expect(await own.fill('/accounts/', changed)).toMatchObject({ status: 303 });
    await own.fill('/accounts/prove/', { password: changed.password });

    expect(await namesSeenBy(own)).toEqual([]);
  });
});

describe('A session that is ended', () => {
  test('from another device is refused on its next request, by every process', async () => {
    const person = await givenPerson(house);
    const [own, lost] = [await givenProved(person), await givenSignedIn(person)];
    const [name = ''] = await namesSeenBy(own);
    const elsewhere = new URL('/home/', replica.url).href;
    expect((await lost.get(elsewhere)).status).toBe(200);

    expect(await own.fill('/accounts/', { session: name }, { action: '/accounts/sessions/' })).toMatchObject({
      status: 303,
      location: '/accounts/?done=sessionEnded',
    });

    for (const address of ['/home/', elsewhere]) expect((await lost.get(address)).status).toBe(302);
    expect((await own.get('/home/')).status).toBe(200);
  });

  test('leaves the others alone, and all others end at once', async () => {
    const person = await givenPerson(house);
    const own = await givenProved(person);
    const others = [await givenSignedIn(person), await givenSignedIn(person), await givenSignedIn(person)];
    const [name = ''] = await namesSeenBy(own);
    await own.fill('/accounts/', { session: name }, { action: '/accounts/sessions/' });
    const statuses = async () => Promise.all(others.map(async (one) => (await one.get('/home/')).status));
    expect((await statuses()).sort()).toEqual([200, 200, 302]);

    const all = await own.fill('/accounts/', {}, { action: '/accounts/sessions/' });

    expect(all.location).toBe('/accounts/?done=sessionsEnded');
    expect(await statuses()).toEqual([302, 302, 302]);
    expect((await own.get('/home/')).status).toBe(200);
  });

  test('is the one that was used longest ago, when an account has a hundred and begins another', async () => {
    const person = await givenPerson(house);
    const other = await givenSignedIn(await givenPerson(house));
    const [oldest, used] = [await givenSignedIn(person), await givenSignedIn(person)];
    await house.pool.query(
      `insert into sessions (sid, sess, expire)
        select 'of-' || $1 || '-' || n, jsonb_build_object('account', jsonb_build_object('id', $1::int)), now() + interval '1 hour'
        from generate_series(1, 98) n`,
      [person.id],
    );
    await house.pool.query(
      `update sessions set expire = now() + interval '59 minutes'
        where (sess #>> '{account,id}')::int = $1 and sess #>> '{account,signedInAt}' is not null`,
      [person.id],
    );
    expect((await used.get('/home/')).status).toBe(200);

    const own = await givenSignedIn(person);

    expect((await oldest.get('/home/')).status).toBe(302);
    for (const browser of [used, own, other]) expect((await browser.get('/home/')).status).toBe(200);
  });

  test('is never that of somebody else, whatever a form names', async () => {
    const [person, other] = [await givenPerson(house), await givenPerson(house)];
    const [own, theirs] = [await givenProved(person), await givenProved(other)];
    await givenSignedIn(other);
    const [name = ''] = await namesSeenBy(theirs);

    for (const session of [name, "' or 1=1 --", '*', 'x'.repeat(10_000)])
      await own.fill('/accounts/', { session }, { action: '/accounts/sessions/' });
    await own.fill('/accounts/', {}, { action: '/accounts/sessions/' });

    expect(await namesSeenBy(theirs)).toEqual([name]);
  });

  test('takes the password again, or another proof, and lasts until then', async () => {
    const person = await givenPerson(house);
    const [own, other] = [await givenSignedIn(person), await givenSignedIn(person)];
    const prove = '/accounts/prove/?next=%2Faccounts%2F';
    expect(await namesSeenBy(own)).toEqual([]);

    const early = await own.fill('/accounts/', {}, { action: '/accounts/sessions/' });

    expect(early).toMatchObject({ status: 303, location: prove });
    expect((await other.get('/home/')).status).toBe(200);
    const page = readPage((await own.get('/accounts/')).text);
    expect(page.get('link', 'End sessions').attribute('href')).toBe(prove);
    expect(await own.fill(prove, { password, next: '/accounts/' })).toMatchObject({ location: '/accounts/' });
    expect(await namesSeenBy(own)).toHaveLength(1);
  });

  test('needs no password of whoever has none here', async () => {
    const person = await givenPerson(house);
    const [own, other] = [await givenSignedIn(person), await givenSignedIn(person)];
    await house.pool.query(
      `update sessions set sess = jsonb_set(sess::jsonb, '{account,stamp}', to_jsonb($2::text))::json
        where (sess #>> '{account,id}')::int = $1`,
      [person.id, stampOf({ passwordHash: null })],
    );
    await house.pool.query('update users set password_hash = null where id = $1', [person.id]);

    const ended = await own.fill('/accounts/', {}, { action: '/accounts/sessions/' });

    expect(ended.location).toBe('/accounts/?done=sessionsEnded');
    expect((await other.get('/home/')).status).toBe(302);
  });

  test('takes a form of this session', async () => {
    const person = await givenPerson(house);
    const [own, other] = [await givenProved(person), await givenSignedIn(person)];

    expect((await own.post('/accounts/sessions/', {})).status).toBe(403);
    expect((await openBrowser(house).post('/accounts/sessions/', {})).status).toBe(403);

    expect((await other.get('/home/')).status).toBe(200);
  });
});

test.each([
  [firefox, 'Firefox on Linux'],
  [phone, 'Safari on iPhone'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36 Edg/138.0.0.0',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Mobile Safari/537.36',
    'Chrome on Android',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
    'Safari on macOS',
  ],
  ['Mozilla/5.0 (X11; CrOS x86_64 14541.0.0)', 'ChromeOS'],
  ['<script>alert(1)</script>', 'Unknown browser'],
  [undefined, 'Unknown browser'],
])('%s is called by the words that people use', (agent, words) => {
  expect(browserInWords(agent, 'en')).toBe(words);
});
