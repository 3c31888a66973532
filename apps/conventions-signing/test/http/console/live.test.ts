import { setTimeout as sleep } from 'node:timers/promises';
import { provenMs } from '@campus/database';
import { eventually } from '@campus/testing';
import { readPage } from '@campus/testing/markup';
import { afterEach, describe, expect, test } from '@jest/globals';
import { type PersonInConsole, signIn } from '../../support/console.ts';
import { givenDraft, givenInSigning } from '../../support/records.ts';
import { signInWithin } from '../../support/scoped.ts';
import { useService } from '../../support/service.ts';

const sent: string[] = [];
const service = useService({ webhook: false, statements: sent });
const list = '/console/conventions/live/?page_size=10';

const open: AbortController[] = [];
afterEach(() => {
  for (const stream of open.splice(0)) stream.abort();
});

/** A part as `EventSource` asks for it, and all that has come so far. */
async function follow({ cookies }: Pick<PersonInConsole, 'cookies'>, path = list) {
  const gone = new AbortController();
  open.push(gone);
  const headers = {
    Cookie: cookies,
    Accept: 'text/event-stream',
    Referer: `${service.url}/console/conventions/`,
  };
  const response = await fetch(`${service.url}${path}`, {
    headers,
    signal: gone.signal,
    redirect: 'manual',
  });
  const stream = { response, text: '', isOver: false };
  const decoder = new TextDecoder();
  const reading = response.body?.pipeTo(
    new WritableStream({
      write(chunk) {
        stream.text += decoder.decode(chunk, { stream: true });
      },
    }),
  );
  reading?.then(
    () => {
      stream.isOver = true;
    },
    () => {},
  );
  return stream;
}

const signInAddress = '/console/account/login/?next=%2Fconsole%2Fconventions%2F&done=ended';

describe('Looks', () => {
  test('Given sixty readers of one list, Then a look costs the same statements as for one', async () => {
    await givenInSigning(service);
    const people = await Promise.all(Array.from({ length: 5 }, () => signIn(service, 'reader')));
    sent.length = 0;
    /** Statements between two looks. */
    const statementsOfALook = async () => {
      const isOfAccounts = (text: string) => /from accounts where id = any/.test(text);
      const looksSent = () => sent.filter(isOfAccounts).length;
      const before = looksSent();
      await eventually(() => expect(looksSent()).toBeGreaterThan(before + 1));
      const ends = sent.flatMap((text, place) => (isOfAccounts(text) ? [place] : []));
      return sent.slice((ends.at(-2) ?? 0) + 1, (ends.at(-1) ?? 0) + 1);
    };
    // What names no table begins or ends a transaction, now and then one of something else.
    const tablesIn = (statements: string[]) =>
      statements.flatMap(
        (text) => /\b(?:from|update) (?:only )?"?(?:public"?\.)?"?(\w+)/i.exec(text)?.[1] ?? [],
      );

    await follow(people[0] as PersonInConsole);
    const ofOne = await statementsOfALook();
    const others = Array.from({ length: 59 }, (_, place) => people[(place + 1) % 5] as PersonInConsole);
    await Promise.all(others.map((person) => follow(person)));
    const ofSixty = await statementsOfALook();

    expect(tablesIn(ofSixty)).toEqual(tablesIn(ofOne));
    expect(tablesIn(ofSixty).filter((table) => table === 'sessions')).toHaveLength(1);
    // Three of them are the transaction of the look.
    expect(ofSixty.length).toBeLessThanOrEqual(8);
  });

  test('Given more lists than anybody looks at, Then the next is refused, and others follow theirs', async () => {
    const person = await signIn(service, 'reader');
    const other = await signIn(service, 'reader');
    for (let stream = 0; stream < 12; stream++) await follow(person);

    const refused = await follow(person);

    expect(refused.response.status).toBe(429);
    expect(refused.response.headers.get('retry-after')).toBe('10');
    expect((await follow(other)).response.status).toBe(200);
  });
});

describe('A stream ends', () => {
  const ends: [string, (person: PersonInConsole) => Promise<unknown>][] = [
    ['with the session', (person) => person.post('/console/account/logout/').expect(303)],
    [
      'when another device ends the session',
      async ({ post, username, password }) => {
        await post('/console/account/prove/', { password }).expect(303);
        const { rows } = await service.sql.query<{ sid: string }>(
          `select sid from sessions join accounts on accounts.id = (sess #>> '{account,id}')::int where username = $1`,
          [username],
        );
        await post('/console/account/sessions/', { session: rows[0]?.sid ?? '' }).expect(303);
      },
    ],
    [
      'when the session has ended by itself',
      async () => service.sql.query("update sessions set expire = now() - interval '1 second'"),
    ],
    [
      'when the account is deactivated',
      ({ username }) =>
        service.sql.query('update accounts set is_active = false where username = $1', [username]),
    ],
    [
      'when the password is another',
      ({ username }) =>
        service.sql.query("update accounts set password_hash = 'other' where username = $1", [username]),
    ],
  ];

  test.each(ends)('%s, and says so', async (_when, end) => {
    await givenInSigning(service);
    const person = await signIn(service, 'reader');
    const stream = await follow(person);
    await eventually(() => expect(stream.text).toContain('event: part'));

    await end(person);

    await eventually(() => expect(stream.isOver).toBe(true));
    expect(stream.text).toMatch(/event: ended\ndata: .*not kept up to date/);
    expect(readPage(stream.text).get('link', 'Sign in').attribute('href')).toBe(signInAddress);
  });

  test('Given a session that is over, Then a stream is answered as one, and not as a page', async () => {
    const stream = await follow({ cookies: '' });

    expect(stream.response.status).toBe(200);
    expect(stream.response.headers.get('content-type')).toContain('text/event-stream');
    await eventually(() => expect(stream.isOver).toBe(true));
    expect(stream.text).toContain('event: ended');
    expect(readPage(stream.text).get('link', 'Sign in').attribute('href')).toBe(signInAddress);
  });
});

test('Given another role, Then what is shown is that of the role from the next event on', async () => {
  const { id } = await givenInSigning(service);
  const person = await signIn(service, 'reader');
  const stream = await follow(person);
  await eventually(() => expect(stream.text).toContain(`/console/conventions/${id}/`));
  expect(readPage(stream.text).all('checkbox')).toEqual([]);

  await service.sql.query("update accounts set role = 'sender' where username = $1", [person.username]);

  await eventually(() => expect(readPage(stream.text).all('checkbox')).not.toEqual([]));
});

test('Given another scope, Then the stream ends, and nothing comes that is out of it', async () => {
  const { id } = await givenInSigning(service);
  const person = await signIn(service, 'reader');
  const stream = await follow(person);
  await eventually(() => expect(stream.text).toContain(`/console/conventions/${id}/`));

  await service.sql.query(
    `update accounts set scope = '{"departments": ["Law"], "workflows": []}' where username = $1`,
    [person.username],
  );
  await eventually(() => expect(stream.isOver).toBe(true));

  expect(stream.text).toMatch(/event: ended\ndata: .*not kept up to date/);
  await sleep(provenMs);
  const again = await follow(person);
  await eventually(() => expect(again.isOver).toBe(true));
  expect(again.text).not.toContain(`/console/conventions/${id}/`);
});

test('Given two of one scope, Then neither follows an operation that the other has begun', async () => {
  const { id } = await givenDraft(service, { department: 'Physics' });
  const scope = { departments: ['Physics'], workflows: [] };
  const [owner, other] = [await signInWithin(service, scope), await signInWithin(service, scope)];
  const blocker = await service.sql.connect();
  try {
    await blocker.query('begin');
    await blocker.query("select from signables where kind = 'agreement' and number = $1 for update", [id]);
    const { headers } = await owner.post('/console/send/', { conventions: String(id) }).expect(303);
    const own = await follow(owner, `${headers.location}live/`);
    await eventually(() => expect(own.text).toContain('event: part'));

    const foreign = await follow(other, `${headers.location}live/`);

    expect(foreign.response.status).toBe(404);
  } finally {
    await blocker.query('rollback');
    blocker.release();
  }
});

test('Given somebody who only watches, Then the session ends as if nobody were there', async () => {
  const person = await signIn(service, 'reader');
  const expiry = () =>
    service.sql
      .query(
        "select expire from sessions where (sess #>> '{account,id}')::int = (select id from accounts where username = $1)",
        [person.username],
      )
      .then(({ rows }) => rows[0].expire.getTime());
  await service.sql.query("update sessions set expire = now() + interval '1 minute'");
  const before = await expiry();

  const stream = await follow(person);
  await eventually(() => expect(stream.text).toContain('event: part'));
  expect(stream.response.headers.getSetCookie()).toEqual([]);
  await follow(person);
  expect(await expiry()).toBe(before);

  await person.get('/console/conventions/').expect(200);
  await eventually(async () => expect(await expiry()).toBeGreaterThan(before + 60_000));
});
