import { randomUUID } from 'node:crypto';
import { userInfo } from 'node:os';
import { commandLine, personAt, serviceItself } from '@campus/accounts';
import { tokenFingerprint } from '@campus/auth';
import { type Page, readPage } from '@campus/testing/markup';
import { describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { accountOfIdentity, people } from '../../../src/accounts/people.ts';
import { noteTokens } from '../../../src/accounts/tokens.ts';
import { openDatabase } from '../../../src/data/open-database.ts';
import { hrefsIn, type PersonInConsole, passwordInConsole, signIn } from '../../support/console.ts';
import { managementToken, otherPublicToken, publicToken, useService } from '../../support/service.ts';

const service = useService({ webhook: false });
const historyPath = '/console/accounts/history/';
const newName = () => `staff-${randomUUID().slice(0, 8)}`;
const pageOf = (username: string) => `/console/accounts/~${username}/`;

/** What the history says of an account, in order. */
async function historyOf(account: string) {
  const { rows } = await service.sql.query(
    'select event, actor, address, detail from administration_history where account = $1 order by id',
    [account],
  );
  return rows;
}

async function eventsOf(account: string): Promise<string[]> {
  return (await historyOf(account)).map(({ event }) => event);
}

function givenAccountBy(administrator: PersonInConsole, username: string) {
  const fields = { username, fullName: 'Ada Martin', email: 'ada@example.org', role: 'reader' };
  return administrator.post('/console/accounts/new/', { ...fields, way: 'generated' }).expect(200);
}

describe('What administrators do to accounts', () => {
  test('Given each form of the console, Then the history says what was done, by whom and from where', async () => {
    const administrator = await signIn(service, 'administrator');
    const username = newName();
    const page = pageOf(username);

    await givenAccountBy(administrator, username);
    await administrator
      .post(page, { fullName: 'Ada Byron', email: 'ada@example.org', role: 'sender' })
      .expect(303);
    await administrator.post(`${page}password/`, { way: 'generated' }).expect(200);
    await administrator.post(`${page}deactivate/`).expect(303);
    await administrator.post(`${page}activate/`).expect(303);

    const by = { actor: `person:${administrator.username}`, address: '127.0.0.1' };
    expect(await historyOf(username)).toEqual([
      { ...by, event: 'account-created', detail: { rights: ['reader'], password: true } },
      { ...by, event: 'rights-changed', detail: { from: ['reader'], to: ['sender'] } },
      { ...by, event: 'details-changed', detail: { changed: ['name'] } },
      { ...by, event: 'password-set', detail: {} },
      { ...by, event: 'account-deactivated', detail: {} },
      { ...by, event: 'account-activated', detail: {} },
    ]);
  });

  test('Given a change that is refused, or one that changes nothing, Then the history stays as it was', async () => {
    const administrator = await signIn(service, 'administrator');
    const username = newName();
    await givenAccountBy(administrator, username);
    const before = await historyOf(username);

    const same = { fullName: 'Ada Martin', email: 'ada@example.org', role: 'reader' };
    await administrator.post(pageOf(username), same).expect(303);
    await administrator.post(pageOf(username), { ...same, email: 'nobody' }).expect(400);
    await administrator.post(`${pageOf(username)}password/`, { way: 'typed', password: 'short' }).expect(400);
    await administrator.post(`${pageOf(username)}activate/`).expect(303);

    expect(await historyOf(username)).toEqual(before);
  });

  test('Given somebody who changes their own password, Then they are named, with their address', async () => {
    const person = await signIn(service, 'reader');

    const typed = { password: 'another open sesame', repeated: 'another open sesame' };
    await person.post('/console/account/', { current: passwordInConsole, ...typed }).expect(303);

    expect((await historyOf(person.username)).at(-1)).toEqual({
      event: 'password-set',
      actor: `person:${person.username}`,
      address: '127.0.0.1',
      detail: {},
    });
  });

  test('Given a sign-in, Then nothing is noted', async () => {
    const person = await signIn(service, 'reader');

    expect(await eventsOf(person.username)).toEqual(['account-created']);
  });
});

describe('What is done elsewhere', () => {
  test('Given the command line, the service itself and a first sign-in at the provider, Then each is named', async () => {
    const database = openDatabase(service.databaseUrl, () => {});
    const username = newName();
    const account = { username, role: 'reader', password: undefined } as const;

    await people.create(database, { ...account, by: commandLine() });
    const identity = { subject: randomUUID(), username };
    await accountOfIdentity(database, { ...identity, address: '192.0.2.7' });
    await accountOfIdentity(database, { ...identity, address: '192.0.2.8' });
    await database.close();

    expect(await historyOf(username)).toEqual([
      {
        event: 'account-created',
        actor: `command-line:${userInfo().username}`,
        address: null,
        detail: { rights: ['reader'], password: false },
      },
      { event: 'identity-linked', actor: `person:${username}`, address: '192.0.2.7', detail: {} },
    ]);
  });

  test('Given a hand in the tables, or an older version that runs beside, Then the role is named', async () => {
    const username = newName();
    await service.sql.query(`insert into accounts (username, role) values ($1, 'administrator')`, [username]);
    await service.sql.query(`delete from accounts where username = $1`, [username]);

    const { user } = new pg.Client({ connectionString: service.databaseUrl });
    expect(await historyOf(username)).toEqual([
      expect.objectContaining({ event: 'account-created', actor: `database:${user}` }),
      expect.objectContaining({ event: 'account-removed', actor: `database:${user}` }),
    ]);
  });

  test('Given other tokens in the configuration, Then a start notes their fingerprints, and the next start nothing', async () => {
    const database = openDatabase(service.databaseUrl, () => {});
    const noted = async () =>
      (
        await service.sql.query(
          `select actor, detail from administration_history where event = 'tokens-configured' order by id`,
        )
      ).rows;
    const configured = {
      'appli.public.tokens': [publicToken, otherPublicToken].map(tokenFingerprint).sort(),
      'appli.management.tokens': [tokenFingerprint(managementToken)],
    };
    expect(await noted()).toEqual([{ actor: serviceItself.name, detail: configured }]);

    const others = { publicTokens: [publicToken], managementTokens: [] };
    await noteTokens(database, others);
    await noteTokens(database, others);
    await database.close();

    expect((await noted()).map(({ detail }) => detail)).toEqual([
      configured,
      { 'appli.public.tokens': [tokenFingerprint(publicToken)], 'appli.management.tokens': [] },
    ]);
  });
});

describe('The database keeps the history', () => {
  const forbidden = [
    `update administration_history set actor = 'nobody'`,
    'delete from administration_history',
    'truncate administration_history',
  ];

  test.each(forbidden)('%s: refused', async (statement) => {
    await expect(service.sql.query(statement)).rejects.toThrow('only added to');
  });

  test('Given entries of more than a year ago, Then they can be removed, and no others', async () => {
    await service.sql.query(
      `insert into administration_history (at, event, account, actor)
       values (now() - interval '1 year 1 day', 'password-set', 'long-ago', 'service'),
              (now() - interval '364 days', 'password-set', 'lately', 'service')`,
    );

    await service.sql.query(`delete from administration_history where at < now() - interval '1 year'`);

    expect(await historyOf('long-ago')).toEqual([]);
    expect(await eventsOf('lately')).toEqual(['password-set']);
  });

  test('Given a change that is rolled back, Then its entry goes with it', async () => {
    const database = openDatabase(service.databaseUrl, () => {});
    const username = newName();
    const account = { username, role: 'reader', password: undefined, by: personAt({ username }, undefined) };
    await people.create(database, { ...account, role: 'reader' });
    await expect(people.create(database, { ...account, role: 'reader' })).rejects.toMatchObject({
      code: 'username_taken',
    });
    await database.close();

    expect(await eventsOf(username)).toEqual(['account-created']);
  });
});

describe('The page of the history', () => {
  test('Given an administrator, Then it says what happened, in the language of the reader, and nothing secret', async () => {
    const administrator = await signIn(service, 'administrator', { language: 'fr' });
    const username = newName();
    const { text: made } = await givenAccountBy(administrator, username);
    const password = readPage(made).get('pre').text;

    const page = await administrator.page(`${historyPath}?account=${username}`);
    const { text } = page;

    expect(text).toContain('compte créé');
    expect(text).toContain('127.0.0.1');
    expect(hrefsIn(page)).toContain(`${historyPath}?account=${administrator.username}`);
    expect(text).not.toContain(password);
    expect(text).not.toContain('ada@example.org');
    const { rows } = await service.sql.query('select password_hash from accounts where username = $1', [
      username,
    ]);
    const whole = JSON.stringify((await service.sql.query('select * from administration_history')).rows);
    for (const secret of [password, rows[0].password_hash, publicToken, managementToken])
      expect(whole).not.toContain(secret);
  });

  test('Given more entries than a page, Then older ones follow without a gap or a repetition', async () => {
    const administrator = await signIn(service, 'administrator');
    const account = newName();
    await service.sql.query(
      `insert into administration_history (event, account, actor)
       select 'event-' || n, $1, 'service' from generate_series(1, 120) n`,
      [account],
    );
    const seen: string[] = [];
    let next: string | undefined = `${historyPath}?account=${account}`;
    while (next !== undefined) {
      const page: Page = await administrator.page(next);
      seen.push(...[...page.text.matchAll(/event-(\d+)/g)].map(([, n = '']) => n));
      next = page.all('link', 'Older')[0]?.attribute('href');
    }

    expect(seen).toEqual(Array.from({ length: 120 }, (_, index) => String(120 - index)));
  });

  test('Given somebody who is no administrator, or nonsense in the address, Then nothing is shown that was not asked for', async () => {
    const sender = await signIn(service, 'sender');
    const administrator = await signIn(service, 'administrator');

    await sender.get(historyPath).expect(403);
    for (const query of [
      '?before=x',
      '?before=99999999999999999999',
      '?account[]=a',
      '?account=%00a&before=-1',
    ])
      await administrator.get(`${historyPath}${query}`).expect(200);
    const page = await administrator.page(`${historyPath}?account=%3Cb%3E`);
    expect(page.all('b')).toEqual([]);
    expect(page.text).toContain('<b>');
  });

  test('Given an administrator, Then the pages of the accounts lead to it', async () => {
    const administrator = await signIn(service, 'administrator');

    const list = await administrator.page('/console/accounts/');
    const page = await administrator.page(pageOf(administrator.username));

    expect(hrefsIn(list)).toContain(historyPath);
    expect(hrefsIn(page)).toContain(`${historyPath}?account=${administrator.username}`);
  });
});
