import { randomUUID } from 'node:crypto';
import {
  cookieJar,
  createTestDatabase,
  eventually,
  type RecordingServer,
  startRecordingServer,
  type TestDatabase,
} from '@campus/testing';
import { type CasTestServer, startCasServer } from '@campus/testing/cas';
import { readPage } from '@campus/testing/markup';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { readCasResponse } from '../src/provider/connect-cas.ts';
import { returnTurnLimits } from '../src/provider/provider-routes.ts';
import { type Browser, openBrowser, type Seen } from './support/open-browser.ts';
import { givenPerson, type House, type Person, password, startHouse } from './support/start-house.ts';

let database: TestDatabase;
let cas: CasTestServer;
let house: House;

beforeAll(async () => {
  database = await createTestDatabase('video-rest');
  cas = await startCasServer();
  house = await startHouse(database, { cas: { url: `${cas.url}/`, renew: false } });
});
afterAll(async () => {
  await house.stop();
  await cas.stop();
  await database.drop();
});
beforeEach(() => {
  house.errors.length = 0;
});

/** Somebody who has an account at both. */
async function known(): Promise<Person> {
  const person = await givenPerson(house);
  cas.people.push({ user: person.username });
  return person;
}

/** Where the house sends the browser. */
async function leave(browser: Browser): Promise<string> {
  return (await browser.get('/accounts/cas/?next=/home/')).location ?? '';
}

/** Leaves for the server, signs in there, and is about to come back. */
async function comeBack(browser: Browser, user: string): Promise<URL> {
  return cas.signIn(await leave(browser), user);
}

async function signIn(browser: Browser, user: string): Promise<Seen> {
  return browser.get((await comeBack(browser, user)).href);
}

describe('Somebody whom the CAS server knows', () => {
  test('signs in from the sign-in page, and goes on to where they wanted', async () => {
    const person = await known();
    const browser = openBrowser(house, { 'accept-language': 'fr' });
    const page = await browser.get('/accounts/login/?next=%2Fhome%2F');
    const ways = readPage(page.text)
      .all('link')
      .map((link) => [link.name, link.attribute('href')]);
    expect(ways).toContainEqual([
      'Se connecter avec votre établissement (CAS)',
      '/accounts/cas/?next=%2Fhome%2F',
    ]);

    expect(await signIn(browser, person.username)).toMatchObject({ status: 303, location: '/home/' });

    expect((await browser.get('/home/')).text).toContain(person.username);
  });

  test('is the same person in whatever case they type their name', async () => {
    const person = await known();
    const typed = person.username.toUpperCase();
    cas.people.push({ user: typed });

    await signIn(openBrowser(house), person.username);
    const browser = openBrowser(house);
    await signIn(browser, typed);

    expect((await browser.get('/home/')).text).toContain(person.username);
  });

  test('is told when they have no account here', async () => {
    for (const user of [`nobody-${randomUUID()}`, '<i>stranger', 'a'.repeat(151)]) {
      cas.people.push({ user });
      const answer = await signIn(openBrowser(house), user);
      expect(answer.status).toBe(403);
      expect(answer.text).toContain('There is no account here for');
      expect(answer.text).not.toContain('<i>');
    }
  });

  test('is shown the way out there when they have signed out here', async () => {
    const person = await givenPerson(house);
    const browser = openBrowser(house);
    await browser.signIn(person, password);

    const { location } = await browser.fill('/home/', {}, { action: '/accounts/logout/' });
    const { text } = await browser.get(location ?? '');

    expect(text).toContain('At your institution you may still be signed in.');
    const ways = readPage(text)
      .all('link')
      .map((link) => [link.name, link.attribute('href')]);
    expect(ways).toContainEqual(['Sign out at your institution too', `${cas.url}/logout`]);
  });

  test('has to prove who they are each time where that is asked for', async () => {
    const strict = await startHouse(database, { cas: { url: cas.url, renew: true } });
    const person = await known();
    const there = cookieJar();
    const easy = openBrowser(house);
    await easy.get((await cas.signIn(await leave(easy), person.username, there)).href);

    const browser = openBrowser(strict);
    const login = await leave(browser);
    const unproved = new URL(login);
    unproved.searchParams.delete('renew');
    const withoutProof = await browser.get((await cas.signIn(unproved.href, person.username, there)).href);
    const again = openBrowser(strict);
    const proved = await again.get((await cas.signIn(await leave(again), person.username, there)).href);
    await strict.stop();

    expect(new URL(login).searchParams.get('renew')).toBe('true');
    expect(withoutProof.status).toBe(403);
    expect(strict.errors.map(String)).toEqual(['Error: CAS: the server says INVALID_TICKET']);
    expect(proved.status).toBe(303);
  });
});

describe('Somebody who signs out at the CAS server', () => {
  /** CAS protocol 3.0, Appendix C. */
  const logoutRequest = (
    ticket: string,
  ) => `  <samlp:LogoutRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol"
     ID="${randomUUID()}" Version="2.0" IssueInstant="${new Date().toISOString()}">
    <saml:NameID xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">
      @NOT_USED@
    </saml:NameID>
    <samlp:SessionIndex>${ticket}</samlp:SessionIndex>
  </samlp:LogoutRequest>`;

  test('is signed out here of the session that the server names, and of no other', async () => {
    const person = await known();
    const [here, elsewhere] = [openBrowser(house), openBrowser(house)];
    const returned = await comeBack(here, person.username);
    await here.get(returned.href);
    await signIn(elsewhere, person.username);
    const ticket = returned.searchParams.get('ticket') ?? '';
    returned.searchParams.delete('ticket');

    const { status } = await openBrowser(house).post(returned.href, { logoutRequest: logoutRequest(ticket) });

    expect(status).toBe(204);
    expect((await here.get('/home/')).status).toBe(302);
    expect((await elsewhere.get('/home/')).status).toBe(200);
  });

  test('stays signed in when a message names no session, or is none', async () => {
    const person = await known();
    const browser = openBrowser(house);
    await signIn(browser, person.username);
    const server = openBrowser(house);
    const statuses: number[] = [];
    for (const message of [
      logoutRequest('ST-1-forged'),
      logoutRequest(''),
      '<a>',
      `<!DOCTYPE a>${logoutRequest('%')}`,
    ])
      statuses.push((await server.post('/accounts/cas/callback/', { logoutRequest: message })).status);
    statuses.push((await server.post('/accounts/cas/callback/', { other: 'x' })).status);
    statuses.push(
      (await server.post('/accounts/cas/callback/', { logoutRequest: 'x'.repeat(300_000) })).status,
    );

    expect(statuses).toEqual([204, 204, 204, 204, 204, 413]);
    expect((await browser.get('/home/')).status).toBe(200);
  });

  test('is not looked for in a message that is longer than any server sends, which takes time to read', async () => {
    const person = await known();
    const browser = openBrowser(house);
    const returned = await comeBack(browser, person.username);
    await browser.get(returned.href);
    const long = logoutRequest(returned.searchParams.get('ticket') ?? '').replace(
      '@NOT_USED@',
      'x<a/>'.repeat(1000),
    );

    const { status } = await openBrowser(house).post('/accounts/cas/callback/', { logoutRequest: long });

    expect(status).toBe(204);
    expect((await browser.get('/home/')).status).toBe(200);
  });
});

describe('A ticket is refused', () => {
  test('in a browser that has not left for it, and with a state that nobody was given', async () => {
    const browser = openBrowser(house);
    const returned = await comeBack(browser, (await known()).username);
    const forged = new URL(returned);
    forged.searchParams.set('state', 'forged');

    const statuses = [
      (await openBrowser(house).get(returned.href)).status,
      (await browser.get(forged.href)).status,
      (await browser.get('/accounts/cas/callback/')).status,
    ];

    expect(statuses).toEqual([400, 400, 400]);
    // Nothing of that stands in the way of the true one.
    expect((await browser.get(returned.href)).status).toBe(303);
  });

  test('for the second time', async () => {
    const person = await known();
    const browser = openBrowser(house);
    const used = await comeBack(browser, person.username);
    await browser.get(used.href);

    const other = openBrowser(house);
    const returned = await comeBack(other, person.username);
    returned.searchParams.set('ticket', used.searchParams.get('ticket') ?? '');
    const replayed = await other.get(returned.href);

    expect(replayed.status).toBe(403);
    expect(replayed.text).toContain('did not confirm who you are');
    expect(house.errors.map(String)).toEqual(['Error: CAS: the server says INVALID_TICKET']);
    expect((await other.get('/home/')).status).toBe(302);
  });

  test('that is of the sign-in of somebody else, since it is for their return alone', async () => {
    const [victim, attacker] = [openBrowser(house), openBrowser(house)];
    const theirs = await comeBack(attacker, (await known()).username);
    const own = await comeBack(victim, (await known()).username);
    own.searchParams.set('ticket', theirs.searchParams.get('ticket') ?? '');

    expect((await victim.get(own.href)).status).toBe(403);
    expect(house.errors.map(String)).toEqual(['Error: CAS: the server says INVALID_SERVICE']);
  });

  test('that another service has got, or that is none, before the server is asked', async () => {
    const { username } = await known();
    const browser = openBrowser(house);
    const service = new URL(await leave(browser)).searchParams.get('service') ?? '';
    const proxied = cas.proxyTicket({ user: username, service });

    for (const tickets of [
      [proxied],
      [],
      ['ST-'],
      ['ST-1&service=x y'],
      ['ST-1', 'ST-2'],
      [`ST-${'a'.repeat(300)}`],
    ]) {
      const returned = new URL(
        await leave(browser).then((login) => new URL(login).searchParams.get('service') ?? ''),
      );
      for (const ticket of tickets) returned.searchParams.append('ticket', ticket);
      expect((await browser.get(returned.href)).status).toBe(403);
    }
    const reasons = new Set(house.errors.map(String));
    expect([...reasons]).toEqual(['Error: CAS: what came back is no service ticket']);
  });
});

describe('A CAS server', () => {
  let other: RecordingServer;
  let own: House;

  beforeAll(async () => {
    other = await startRecordingServer();
    own = await startHouse(database, { cas: { url: `${other.url}/cas`, renew: false } });
  });
  afterAll(async () => {
    await own.stop();
    await other.stop();
  });

  async function returnWith(ticket: string): Promise<Seen> {
    const browser = openBrowser(own);
    const service = new URL(await leave(browser)).searchParams.get('service') ?? '';
    return browser.get(`${service}&ticket=${ticket}`);
  }

  test.each([
    ['is out of order', 503, '<h1>Bad gateway</h1>', 'the server answers 503'],
    ['leads elsewhere', 302, '', 'the server answers 302'],
    ['is none', 200, '<html><p>Hello</html>', 'this is no answer of a CAS server: it is no plain XML'],
    ['says too much', 200, 'x'.repeat(300_000), 'no answer of the server (ERR_BAD_RESPONSE)'],
  ])(
    'that %s is told of by a page, and in the log without the ticket',
    async (_what, status, body, reason) => {
      own.errors.length = 0;
      other.answerWith((_request, response) => {
        response.writeHead(status, { location: `${other.url}/elsewhere` }).end(body);
      });
      const before = other.requests.length;

      const answer = await returnWith('ST-secret');

      expect(answer.status).toBe(503);
      expect(answer.text).toContain('cannot be reached at the moment');
      expect(own.errors.map(String)).toEqual([`Error: CAS: ${reason}`]);
      expect(other.requests.slice(before).map(({ url }) => url.split('?')[0])).toEqual([
        '/cas/p3/serviceValidate',
      ]);
    },
  );

  test('that takes its time is asked about a few returns at once, and the others wait', async () => {
    const answers: (() => void)[] = [];
    other.answerWith(
      (_request, response) =>
        new Promise((resolve) => {
          answers.push(() => resolve(void response.writeHead(503).end()));
        }),
    );
    const before = other.requests.length;
    const returns = Array.from({ length: returnTurnLimits.atATime + 4 }, (_, place) =>
      returnWith(`ST-${place}`),
    );
    const asked = () => other.requests.length - before;

    await eventually(async () => expect(asked()).toBe(returnTurnLimits.atATime));
    await openBrowser(own).get('/accounts/login/');
    expect(asked()).toBe(returnTurnLimits.atATime);
    answers.shift()?.();
    await eventually(async () => expect(asked()).toBe(returnTurnLimits.atATime + 1));

    other.answerWith((_request, response) => void response.writeHead(503).end());
    for (const answer of answers) answer();
    expect(new Set((await Promise.all(returns)).map(({ status }) => status))).toEqual(new Set([503]));
  });
});

describe('An answer of a CAS server', () => {
  const answer = (inside: string) =>
    `<cas:serviceResponse xmlns:cas="http://www.yale.edu/tp/cas">${inside}</cas:serviceResponse>`;
  const success = (inside: string) =>
    answer(`<cas:authenticationSuccess>${inside}</cas:authenticationSuccess>`);
  const ada = '<cas:user>ada</cas:user>';

  test('tells the user and the attributes, as the specification has it', () => {
    const xml = `  <cas:serviceResponse xmlns:cas="http://www.yale.edu/tp/cas">
    <cas:authenticationSuccess>
      <cas:user>username</cas:user>
      <cas:attributes>
        <cas:firstname>John</cas:firstname>
        <cas:lastname>Doe</cas:lastname>
        <cas:title>Mr.</cas:title>
        <cas:email>jdoe@example.org</cas:email>
        <cas:affiliation>staff</cas:affiliation>
        <cas:affiliation>faculty</cas:affiliation>
      </cas:attributes>
      <cas:proxyGrantingTicket>PGTIOU-84678-8a9d...</cas:proxyGrantingTicket>
    </cas:authenticationSuccess>
  </cas:serviceResponse>`;

    expect(readCasResponse(xml)).toEqual({
      user: 'username',
      attributes: {
        firstname: 'John',
        lastname: 'Doe',
        title: 'Mr.',
        email: 'jdoe@example.org',
        affiliation: ['staff', 'faculty'],
      },
    });
  });

  test('is text, whatever it looks like', () => {
    const attributes =
      '<cas:attributes><cas:a>007</cas:a><cas:b>O&#39;Brien &amp; &#xe9;</cas:b></cas:attributes>';

    expect(readCasResponse(success(`<cas:user>ad<!-- root -->a</cas:user>${attributes}`))).toEqual({
      user: 'ada',
      attributes: { a: '007', b: "O'Brien & é" },
    });
  });

  test.each([
    [
      'a failure of the specification',
      answer(` <cas:authenticationFailure code="INVALID_TICKET">
    Ticket ST-1856339-aA5Yuvrxzpv8Tau1cYQ7 not recognized
  </cas:authenticationFailure>
`),
      'refused',
    ],
    [
      'a failure beside a success',
      success(ada).replace(
        '</cas:s',
        '<cas:authenticationFailure code="X">no</cas:authenticationFailure></cas:s',
      ),
      'refused',
    ],
    [
      'a ticket that came through proxies',
      success(`${ada}<cas:proxies><cas:proxy>https://proxy2/pgtUrl</cas:proxy></cas:proxies>`),
      'refused',
    ],
    [
      'an error of the server',
      answer('<cas:authenticationFailure code="INTERNAL_ERROR">x</cas:authenticationFailure>'),
      'unreachable',
    ],
    ['nobody', success(''), 'unreachable'],
    ['two users', success(`${ada}<cas:user>root</cas:user>`), 'unreachable'],
    [
      'two successes',
      success(ada).replace(
        '<cas:authenticationSuccess>',
        '<cas:authenticationSuccess><cas:user>root</cas:user></cas:authenticationSuccess><cas:authenticationSuccess>',
      ),
      'unreachable',
    ],
    ['a user of elements', success('<cas:user><b>ada</b></cas:user>'), 'unreachable'],
    [
      'entities of its own',
      `<!DOCTYPE r [<!ENTITY x "root">]>${success('<cas:user>&x;</cas:user>')}`,
      'unreachable',
    ],
    [
      'entities that grow',
      `<!DOCTYPE r [<!ENTITY a "${'a'.repeat(1000)}"><!ENTITY b "${'&a;'.repeat(1000)}">]>${success('<cas:user>&b;</cas:user>')}`,
      'unreachable',
    ],
    [
      'a file',
      `<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>${success('<cas:user>&x;</cas:user>')}`,
      'unreachable',
    ],
    [
      'names of the language',
      success(`${ada}<cas:attributes><cas:__proto__>x</cas:__proto__></cas:attributes>`),
      'unreachable',
    ],
    ['depths', '<a>'.repeat(10_000), 'unreachable'],
    ['JSON', '{"serviceResponse":{"authenticationSuccess":{"user":"ada"}}}', 'unreachable'],
    ['nothing', '', 'unreachable'],
  ])('proves nothing by %s', (_what, xml, code) => {
    expect(() => readCasResponse(xml)).toThrow(expect.objectContaining({ code }));
  });
});
