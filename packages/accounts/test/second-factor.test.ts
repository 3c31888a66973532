import { createHash } from 'node:crypto';
import { createTestDatabase, type TestDatabase } from '@campus/testing';
import { formWith, type PageElement, readPage } from '@campus/testing/markup';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { TOTP } from 'otpauth';
import { factorAttemptLimits } from '../src/second-factor/factors.ts';
import { type Browser, openBrowser, type Seen, tokenIn } from './support/open-browser.ts';
import {
  givenPerson,
  type House,
  houseTime,
  type Person,
  password,
  startHouse,
} from './support/start-house.ts';

const account = '/accounts/';
const secondStep = '/accounts/second-factor/';
const stepMs = 30_000;

let database: TestDatabase;
let house: House;
/** Another process of the same service, whose people of a name that begins so must have a second factor. */
let strict: House;

beforeAll(async () => {
  database = await createTestDatabase('video-rest');
  house = await startHouse(database);
  strict = await startHouse(database, { isRequired: ({ username }) => username.startsWith('staff-') });
});
afterAll(async () => {
  await Promise.all([house.stop(), strict.stop()]);
  await database.drop();
});

/** Somebody with an authenticator app, and a browser in which they are signed in. */
interface Equipped {
  person: Person;
  browser: Browser;
  key: string;
  recoveryCodes: string[];
  /** The code that the app shows so many steps from now. */
  code(steps?: number): string;
}

function codeOf(key: string, steps = 0): string {
  return new TOTP({ secret: key }).generate({ timestamp: houseTime + steps * stepMs });
}

async function givenSignedIn(person: Person, at = house): Promise<Browser> {
  const browser = openBrowser(at);
  expect(await browser.signIn(person, password)).toMatchObject({ status: 303, location: '/home/' });
  return browser;
}

async function proveAgain(browser: Browser): Promise<Seen> {
  return browser.fill('/accounts/prove/', { password });
}

function keyIn(page: string): string {
  return formWith(readPage(page), 'key').field('key').value ?? '';
}

function codesIn(page: PageElement): string[] {
  return page.text.match(/\b\w{4}(?:-\w{4}){6}\b/g) ?? [];
}

/** Sets an app up on the page that is there for it, with the code of a step that is over when somebody signs in. */
async function setUp(browser: Browser): Promise<{ key: string; answer: Seen }> {
  const key = keyIn((await browser.get('/accounts/totp/')).text);
  const answer = await browser.fill('/accounts/totp/', { key, code: codeOf(key, -1) });
  return { key, answer };
}

async function givenEquipped(): Promise<Equipped> {
  const person = await givenPerson(house);
  const browser = await givenSignedIn(person);
  await proveAgain(browser);
  const { key, answer } = await setUp(browser);
  expect(answer.status).toBe(200);
  const recoveryCodes = codesIn(readPage(answer.text));
  return { person, browser, key, recoveryCodes, code: (steps) => codeOf(key, steps) };
}

/** A browser after a right password, before the second step. */
async function givenFirstStep(
  { person }: Pick<Equipped, 'person'>,
  at = house,
  next?: string,
): Promise<Browser> {
  const browser = openBrowser(at);
  expect(await browser.signIn(person, password, next)).toMatchObject({ status: 303, location: secondStep });
  return browser;
}

const giveCode = (browser: Browser, code: string) => browser.fill(secondStep, { code });

async function eventsOf({ username }: Person): Promise<string[]> {
  const { rows } = await house.pool.query<{ event: string }>(
    'select event from administration_history where account = $1 order by id',
    [username],
  );
  return rows.map(({ event }) => event).slice(1);
}

describe('Setting up an authenticator app', () => {
  test('asks for the password again, and takes a wrong one for none', async () => {
    const person = await givenPerson(house);
    const browser = await givenSignedIn(person);

    expect(await browser.get('/accounts/totp/')).toMatchObject({
      status: 303,
      location: '/accounts/prove/?next=%2Faccounts%2Ftotp%2F',
    });
    const wrong = await browser.fill('/accounts/prove/', { password: 'wrong' });
    expect(wrong.status).toBe(400);
    expect(readPage(wrong.text).text).toContain('This is not your current password.');
    expect((await browser.get('/accounts/totp/')).status).toBe(303);
    const proved = await browser.fill('/accounts/prove/?next=%2Faccounts%2Ftotp%2F', {
      password,
      next: '/accounts/totp/',
    });
    expect(proved).toMatchObject({ status: 303, location: '/accounts/totp/' });
    expect((await browser.get('/accounts/totp/')).status).toBe(200);
  });

  test('shows the key as a QR code and as text, and gives ten recovery codes, once', async () => {
    const person = await givenPerson(house);
    const browser = await givenSignedIn(person);
    await proveAgain(browser);

    const page = readPage((await browser.get('/accounts/totp/')).text);
    const { answer } = await setUp(browser);

    expect(page.get('img', 'QR code of the key below').attribute('viewBox')).toBeDefined();
    expect(page.text).toMatch(/([A-Z2-7]{4} ){7}[A-Z2-7]{4}/);
    expect(new Set(codesIn(readPage(answer.text))).size).toBe(10);
    expect(codesIn(readPage((await browser.get(account)).text))).toEqual([]);
    expect(readPage((await browser.get(account)).text).text).toContain('10 left');
    expect(await eventsOf(person)).toEqual(['totp-set', 'recovery-codes-made']);
  });

  test('with a wrong code keeps the key, and changes nothing', async () => {
    const person = await givenPerson(house);
    const browser = await givenSignedIn(person);
    await proveAgain(browser);
    const key = keyIn((await browser.get('/accounts/totp/')).text);

    for (const code of ['000000', codeOf(key, 40), '', 'x'.repeat(5000)]) {
      const refused = await browser.fill('/accounts/totp/', { key, code });
      expect(refused.status).toBe(400);
      expect(keyIn(refused.text)).toBe(key);
    }
    const foreign = await browser.fill('/accounts/totp/', { key: 'AAAA', code: '000000' });

    expect(foreign.status).toBe(400);
    await givenSignedIn(person);
    expect(await eventsOf(person)).toEqual([]);
  });

  test('keeps neither key nor codes in the database as they are', async () => {
    const { person, key, recoveryCodes } = await givenEquipped();

    const { rows } = await house.pool.query(
      `select encode(secret, 'escape') as secret, (select string_agg(code_hash, ' ') from recovery_codes where account_id = $1) as codes
         from totp_keys where account_id = $1`,
      [person.id],
    );

    const kept = JSON.stringify(rows);
    const bytes = Buffer.from(new TOTP({ secret: key }).secret.bytes);
    const { rows: sealed } = await house.pool.query<{ secret: Buffer }>(
      'select secret from totp_keys where account_id = $1',
      [person.id],
    );
    expect(sealed[0]?.secret.includes(bytes)).toBe(false);
    for (const secret of [key, ...recoveryCodes, ...recoveryCodes.map((code) => code.replaceAll('-', ''))])
      expect(kept).not.toContain(secret);
  });

  test('is of no use to whoever signs in at the institution', async () => {
    const person = await givenPerson(house);
    const browser = await givenSignedIn(person);
    await proveAgain(browser);
    const { rowCount } = await house.pool.query(
      `update sessions set sess = jsonb_set(sess::jsonb, '{account,stamp}', to_jsonb($2::text))::json
        where (sess #>> '{account,id}')::int = $1`,
      [person.id, '47DEQpj8HBSa-_TImW-5JC'],
    );
    expect(rowCount).toBe(1);
    await house.pool.query('update users set password_hash = null where id = $1', [person.id]);

    const page = readPage((await browser.get(account)).text);
    expect(page.names('heading')).toEqual(['Your account', 'Change password', 'Where you are signed in']);
    expect(await browser.get('/accounts/totp/')).toMatchObject({ status: 303, location: '/accounts/' });
  });
});

describe('Signing in with an authenticator app', () => {
  test('takes its code after the password, and leads on to what was asked for', async () => {
    const equipped = await givenEquipped();
    const browser = await givenFirstStep(equipped, house, '/home/?a=1');

    expect((await browser.get('/home/')).status).toBe(302);
    expect(await giveCode(browser, equipped.code())).toMatchObject({ status: 303, location: '/home/?a=1' });
    expect((await browser.get('/home/')).status).toBe(200);
  });

  test('is told in the log, a wrong code too', async () => {
    const { person, ...equipped } = await givenEquipped();
    const browser = await givenFirstStep({ person });
    await giveCode(browser, '000000');
    await giveCode(browser, equipped.code());

    const about = house.logged.filter((one) => JSON.stringify(one).includes(person.username));
    expect(about.slice(-2)).toEqual([
      { line: 'a sign-in was refused', by: 'code', account: person.username },
      { line: 'somebody has signed in', by: 'code', account: person.username },
    ]);
  });

  test('takes a code with blanks, as apps show it', async () => {
    const equipped = await givenEquipped();
    const browser = await givenFirstStep(equipped);
    const code = equipped.code();

    expect(await giveCode(browser, ` ${code.slice(0, 3)} ${code.slice(3)} `)).toMatchObject({ status: 303 });
  });

  test('opens nothing before the code: no page, and no change', async () => {
    const equipped = await givenEquipped();
    const browser = await givenFirstStep(equipped);

    for (const path of [
      account,
      '/accounts/totp/',
      '/accounts/totp/remove/',
      '/accounts/recovery-codes/',
      '/accounts/prove/',
    ])
      expect([path, (await browser.get(path)).location]).toEqual([path, expect.stringContaining('/login/')]);
    for (const path of [
      '/accounts/totp/',
      '/accounts/totp/remove/',
      '/accounts/recovery-codes/',
      '/accounts/sessions/',
      account,
    ])
      expect(
        (
          await browser.fill(
            secondStep,
            { password, key: equipped.key, code: equipped.code() },
            { action: path },
          )
        ).location,
      ).toContain('/login/');
    expect(await eventsOf(equipped.person)).toEqual(['totp-set', 'recovery-codes-made']);
  });

  test('refuses a code that was used, in every process, and one of long ago', async () => {
    const equipped = await givenEquipped();
    const code = equipped.code();
    expect((await giveCode(await givenFirstStep(equipped), code)).status).toBe(303);

    for (const at of [house, strict]) {
      const again = await giveCode(await givenFirstStep(equipped, at), code);
      expect(again.status).toBe(403);
      expect(readPage(again.text).text).toContain('This code is not right, or was used before.');
    }
    expect((await giveCode(await givenFirstStep(equipped), equipped.code(-3))).status).toBe(403);
    expect((await giveCode(await givenFirstStep(equipped), equipped.code(3))).status).toBe(403);
  });

  test('given the same code twice at once, lets one in', async () => {
    const equipped = await givenEquipped();
    const browsers = [
      await givenFirstStep(equipped),
      await givenFirstStep(equipped, strict),
      await givenFirstStep(equipped),
    ];
    const code = equipped.code();

    const answers = await Promise.all(browsers.map((browser) => giveCode(browser, code)));

    expect(answers.map(({ status }) => status).sort()).toEqual([303, 403, 403]);
  });

  test('has ten attempts, over all sessions and processes; then the right code waits too', async () => {
    const equipped = await givenEquipped();
    const browsers = [await givenFirstStep(equipped), await givenFirstStep(equipped, strict)];
    const answers = [];
    for (let attempt = 0; attempt < factorAttemptLimits.perAccount; attempt += 1)
      answers.push(await giveCode(browsers[attempt % 2] as Browser, 'abcd-efgh-jkmn-pqrs'));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 403));

    for (const at of [house, strict]) {
      const refused = await giveCode(await givenFirstStep(equipped, at), equipped.code());
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect((await giveCode(await givenFirstStep(await givenEquipped()), '000000')).status).toBe(403);
  });

  test('ends when the password has changed meanwhile, and after ten minutes', async () => {
    const equipped = await givenEquipped();
    const late = await startHouse(database);
    const browser = await givenFirstStep(equipped, late);
    late.passTime(11 * 60_000);
    expect((await browser.get(secondStep)).location).toBe('/accounts/login/?done=ended');
    await late.stop();

    const other = await givenFirstStep(equipped);
    await house.pool.query("update users set password_hash = 'other' where id = $1", [equipped.person.id]);
    expect((await other.get(secondStep)).location).toBe('/accounts/login/?done=ended');
  });

  test('says nothing of factors to whoever does not know the password', async () => {
    const equipped = await givenEquipped();
    const seen = async (username: string) => {
      const { status, text, location } = await openBrowser(house).signIn({ username }, 'wrong password');
      return { status, location, text: readPage(text).text };
    };
    expect(await seen(equipped.person.username)).toEqual(await seen((await givenPerson(house)).username));
  });
});

describe('Recovery codes', () => {
  test('sign in once each, however they are typed', async () => {
    const equipped = await givenEquipped();
    const [first = '', second = ''] = equipped.recoveryCodes;

    expect((await giveCode(await givenFirstStep(equipped), first)).status).toBe(303);
    expect((await giveCode(await givenFirstStep(equipped), first)).status).toBe(403);
    const typed = ` ${second.toUpperCase().replaceAll('-', ' ')}`;
    expect((await giveCode(await givenFirstStep(equipped), typed)).status).toBe(303);

    expect(readPage((await equipped.browser.get(account)).text).text).toContain('8 left');
    expect(await eventsOf(equipped.person)).toEqual([
      'totp-set',
      'recovery-codes-made',
      'recovery-code-used',
      'recovery-code-used',
    ]);
  });

  test('have 128 random bits and more, in letters that nobody takes for others', async () => {
    const { recoveryCodes } = await givenEquipped();

    for (const code of recoveryCodes) {
      const letters = code.replaceAll('-', '');
      expect(letters).toMatch(/^[0-9a-hjkmnp-tv-z]+$/);
      expect(letters.length * 5).toBeGreaterThanOrEqual(128);
    }
  });

  test('of sixteen letters, which were given out before, sign in once', async () => {
    const equipped = await givenEquipped();
    const hash = createHash('sha256').update('abcdefghjkmnpqrs').digest('base64url');
    await house.pool.query('insert into recovery_codes (account_id, code_hash) values ($1, $2)', [
      equipped.person.id,
      hash,
    ]);

    expect((await giveCode(await givenFirstStep(equipped), 'ABCD-efgh-jkmn-pqrs')).status).toBe(303);
    expect((await giveCode(await givenFirstStep(equipped), 'ABCD-efgh-jkmn-pqrs')).status).toBe(403);
  });

  test('given twice at once, let one in', async () => {
    const equipped = await givenEquipped();
    const browsers = [await givenFirstStep(equipped), await givenFirstStep(equipped, strict)];

    const answers = await Promise.all(
      browsers.map((browser) => giveCode(browser, equipped.recoveryCodes[0] ?? '')),
    );

    expect(answers.map(({ status }) => status).sort()).toEqual([303, 403]);
  });

  test('of one account are none of another', async () => {
    const [equipped, other] = [await givenEquipped(), await givenEquipped()];
    expect((await giveCode(await givenFirstStep(other), equipped.recoveryCodes[0] ?? '')).status).toBe(403);
  });

  test('are renewed on demand, and those before are refused then', async () => {
    const { browser, ...equipped } = await givenEquipped();

    const renewed = await browser.fill('/accounts/recovery-codes/', {});

    const codes = codesIn(readPage(renewed.text));
    expect(codes).toHaveLength(10);
    expect((await giveCode(await givenFirstStep(equipped), equipped.recoveryCodes[0] ?? '')).status).toBe(
      403,
    );
    expect((await giveCode(await givenFirstStep(equipped), codes[0] ?? '')).status).toBe(303);
  });

  test('are not made for whoever has no second factor', async () => {
    const person = await givenPerson(house);
    const browser = await givenSignedIn(person);
    await proveAgain(browser);

    expect(await browser.fill('/accounts/recovery-codes/', {})).toMatchObject({
      status: 303,
      location: account,
    });
    expect(await eventsOf(person)).toEqual([]);
  });
});

test('A factor that was set up ends the sessions of the password alone, but the one that did it', async () => {
  const person = await givenPerson(house);
  const [here, there] = [await givenSignedIn(person), await givenSignedIn(person)];
  await proveAgain(here);
  await proveAgain(there);

  await setUp(here);

  expect((await here.get('/home/')).status).toBe(200);
  expect((await there.get('/home/')).status).toBe(302);
  expect((await there.get('/accounts/totp/remove/')).status).toBe(302);
});

test('An app that is removed takes the recovery codes with it, and the password alone signs in again', async () => {
  const { browser, person } = await givenEquipped();

  expect(await browser.fill('/accounts/totp/remove/', {})).toMatchObject({
    status: 303,
    location: '/accounts/?done=totpRemoved',
  });

  await givenSignedIn(person);
  const { rows } = await house.pool.query('select from recovery_codes where account_id = $1', [person.id]);
  expect(rows).toEqual([]);
  expect((await eventsOf(person)).at(-1)).toBe('totp-removed');
});

test('A form of another site changes no factor', async () => {
  const { browser, key } = await givenEquipped();
  for (const path of [
    '/accounts/totp/',
    '/accounts/totp/remove/',
    '/accounts/recovery-codes/',
    '/accounts/prove/',
  ])
    expect((await browser.post(path, { key, code: codeOf(key), password })).status).toBe(403);
});

describe('Whoever must have a second factor', () => {
  const givenStaff = () => givenPerson(strict, { username: `staff-${Math.random()}` });

  test('sets it up right after the password, and gets nowhere else before', async () => {
    const person = await givenStaff();
    const browser = openBrowser(strict);
    expect(await browser.signIn(person, password, '/home/?a=1')).toMatchObject({ location: secondStep });
    expect(readPage((await browser.get(secondStep)).text).text).toContain('Your role needs a second factor');
    for (const path of ['/home/', account, '/accounts/totp/remove/', '/accounts/recovery-codes/'])
      expect([path, (await browser.get(path)).status]).toEqual([path, 302]);
    const code = { code: '000000' };
    expect((await browser.fill('/accounts/totp/', code, { action: secondStep })).location).toContain(
      '/login/',
    );

    const { answer } = await setUp(browser);

    expect(codesIn(readPage(answer.text))).toHaveLength(10);
    expect(readPage(answer.text).get('link', 'I have kept them: continue').attribute('href')).toBe(
      '/home/?a=1',
    );
    expect((await browser.get('/home/')).status).toBe(200);
  });

  test('sets none up beside one that was set up meanwhile', async () => {
    const person = await givenStaff();
    const [owner, other] = [openBrowser(strict), openBrowser(strict)];
    for (const browser of [owner, other]) await browser.signIn(person, password);
    const page = (await other.get('/accounts/totp/')).text;
    const otherKey = keyIn(page);
    const { key } = await setUp(owner);

    const late = await other.post('/accounts/totp/', {
      csrfmiddlewaretoken: tokenIn(page),
      ...{ key: otherKey, code: codeOf(otherKey) },
    });

    expect(late).toMatchObject({ status: 303 });
    expect((await other.get('/home/')).status).toBe(302);
    const again = await givenFirstStep({ person }, strict);
    expect(await giveCode(again, codeOf(otherKey))).toMatchObject({ status: 403 });
    expect(await giveCode(again, codeOf(key))).toMatchObject({ status: 303, location: '/home/' });
  });

  test('sets up one of two at once', async () => {
    const person = await givenStaff();
    const browsers = [openBrowser(strict), openBrowser(strict)];
    const forms = [];
    for (const browser of browsers) {
      await browser.signIn(person, password);
      const { text } = await browser.get('/accounts/totp/');
      const key = keyIn(text);
      forms.push({ browser, fields: { csrfmiddlewaretoken: tokenIn(text), key, code: codeOf(key) } });
    }

    const answers = await Promise.all(
      forms.map(({ browser, fields }) => browser.post('/accounts/totp/', fields)),
    );

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 303]);
    const pages = await Promise.all(browsers.map((browser) => browser.get('/home/')));
    expect(pages.map(({ status }) => status).sort()).toEqual([200, 302]);
  });

  test('keeps the last one', async () => {
    const person = await givenStaff();
    const browser = openBrowser(strict);
    await browser.signIn(person, password);
    await setUp(browser);
    await proveAgain(browser);

    const refused = await browser.fill('/accounts/totp/remove/', {});

    expect(refused.status).toBe(409);
    expect(readPage(refused.text).text).toContain('this is the last one');
    expect(await openBrowser(strict).signIn(person, password)).toMatchObject({ location: secondStep });
  });

  test('is signed out where the password alone was enough', async () => {
    const person = await givenStaff();
    const browser = await givenSignedIn(person, house);
    expect((await browser.get('/home/')).status).toBe(200);

    expect((await browser.get(new URL('/home/', strict.url).href)).status).toBe(302);
  });
});

test('A new password keeps the session of whoever gave a second factor', async () => {
  const person = await givenPerson(strict, { username: `staff-${Math.random()}` });
  const browser = openBrowser(strict);
  await browser.signIn(person, password);
  await setUp(browser);

  const changed = { current: password, password: 'another long password', repeated: 'another long password' };
  expect(await browser.fill(account, changed)).toMatchObject({ status: 303 });

  expect((await browser.get('/home/')).status).toBe(200);
});
