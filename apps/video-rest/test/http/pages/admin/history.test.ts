import { randomUUID } from 'node:crypto';
import { userInfo } from 'node:os';
import { commandLine } from '@campus/accounts';
import { rowsOf } from '@campus/testing/markup';
import { describe, expect, test } from '@jest/globals';
import { findOrBind } from '../../../../src/accounts/account-of-identity.ts';
import { people } from '../../../../src/accounts/people.ts';
import { createToken, revokeToken } from '../../../../src/accounts/tokens.ts';
import { basic, givenUser } from '../../../support/accounts.ts';
import { historyOf } from '../../../support/history-of.ts';
import { useService } from '../../../support/service.ts';
import { signedIn } from '../../../support/visitor.ts';

const service = useService();
const historyPath = '/admin/history/';
const newName = () => `user-${randomUUID().slice(0, 8)}`;

/** What the history says of an account, in order. */
const byRoot = { actor: 'person:root', address: '127.0.0.1' };

describe('What is done by the API', () => {
  test('Given each method, Then the history says what was done, by whom and from where', async () => {
    const username = newName();
    const { client } = service.root;
    const { body: made } = await client
      .post('/rest/users/')
      .send({ username, is_staff: true, password: 'open sesame' })
      .expect(201);
    const path = new URL(made.url).pathname;

    await client
      .patch(path)
      .send({ is_superuser: true, is_staff: false, email: 'ada@example.org' })
      .expect(200);
    await client.patch(path).send({ is_active: false, password: 'another open sesame' }).expect(200);
    await client.put(path).send({ username, is_superuser: false, is_active: true }).expect(200);
    await client.delete(path).expect(204);

    expect(await historyOf(service, username)).toEqual([
      { ...byRoot, event: 'account-created', detail: { rights: ['staff'], password: true } },
      { ...byRoot, event: 'rights-changed', detail: { from: ['staff'], to: ['superuser'] } },
      { ...byRoot, event: 'details-changed', detail: { changed: ['email'] } },
      { ...byRoot, event: 'account-deactivated', detail: {} },
      { ...byRoot, event: 'password-set', detail: {} },
      { ...byRoot, event: 'rights-changed', detail: { from: ['superuser'], to: [] } },
      { ...byRoot, event: 'account-activated', detail: {} },
      ...(await historyOf(service, username)).filter(({ event }) => event === 'details-changed').slice(1),
      { ...byRoot, event: 'account-removed', detail: { rights: [] } },
    ]);
  });

  test('Given another user name, Then both names know of it', async () => {
    const bob = await service.givenUser();
    const name = newName();

    await service.root.client.patch(`/rest/users/${bob.id}/`).send({ username: name }).expect(200);

    expect((await historyOf(service, name)).at(-1)).toMatchObject({
      event: 'account-renamed',
      detail: { from: bob.username },
    });
    expect((await historyOf(service, bob.username)).at(-1)).toMatchObject({
      event: 'account-renamed',
      detail: { to: name },
    });
  });

  test('Given somebody who changes their own details again and again, Then each is noted once, and what others change each time', async () => {
    const { id, username, client } = await service.givenUser();
    for (const name of ['A', 'B', 'C', 'D']) {
      await client.patch('/rest/users/me/').send({ first_name: name }).expect(200);
      await client.patch('/rest/users/me/').send({ last_name: name }).expect(200);
      await service.root.client
        .patch(`/rest/users/${id}/`)
        .send({ email: `${name}@example.org` })
        .expect(200);
    }

    const changes = (await historyOf(service, username)).filter(({ event }) => event === 'details-changed');
    const own = { actor: `person:${username}`, address: '127.0.0.1', event: 'details-changed' };
    expect(changes.filter(({ actor }) => actor === own.actor)).toEqual([
      { ...own, detail: { changed: ['first_name'] } },
      { ...own, detail: { changed: ['last_name'] } },
    ]);
    expect(changes.filter(({ actor }) => actor === byRoot.actor)).toHaveLength(4);
  });

  test('Given people who change their own account, Then they are named, by password or by token', async () => {
    const ada = await givenUser(service.db);
    const bob = await service.givenUser();

    const own = service.as({ Authorization: basic(ada.username, ada.password) });
    await own.patch('/rest/users/me/').send({ password: 'another open sesame' }).expect(200);
    await bob.client.patch('/rest/users/me/').send({ first_name: 'Bob' }).expect(200);

    expect((await historyOf(service, ada.username)).at(-1)).toMatchObject({
      event: 'password-set',
      actor: `person:${ada.username}`,
      address: '127.0.0.1',
    });
    expect((await historyOf(service, bob.username)).at(-1)).toMatchObject({
      event: 'details-changed',
      actor: `person:${bob.username}`,
    });
  });

  test('Given changes that are refused or change nothing, Then the history stays as it was', async () => {
    const bob = await service.givenUser();
    const before = await historyOf(service, bob.username);
    const path = `/rest/users/${bob.id}/`;

    await bob.client.patch(path).send({ is_staff: true }).expect(403);
    await service.root.client.patch(path).send({ username: 'root' }).expect(400);
    await service.root.client.patch(path).send({ is_active: true }).expect(200);

    expect(await historyOf(service, bob.username)).toEqual(before);
  });
});

describe('What is done with a browser', () => {
  test('Given each form about users and tokens, Then the superuser is named', async () => {
    const boss = await givenUser(service.db, { isSuperuser: true });
    const visitor = await signedIn(service, boss);
    const username = newName();
    const form = { firstName: '', lastName: '', email: '' };

    await visitor.post('/admin/users/add/', { ...form, username, way: 'none' });
    const { id } = await service.db.prisma.user.findUniqueOrThrow({ where: { username } });
    await visitor.post(`/admin/users/${id}/`, { ...form, isStaff: 'true' });
    await visitor.post(`/admin/users/${id}/password/`, { way: 'generated' });
    const made = await visitor.post('/admin/authtoken/add/', { user: username, label: 'lecture hall' });
    const [key = 'none was shown'] = made.page.all('pre').map(({ text }) => text);
    const token = await service.db.prisma.accessToken.findFirstOrThrow({ where: { userId: id } });
    await visitor.post(`/admin/authtoken/${token.id}/revoke/`);
    await visitor.post(`/admin/authtoken/${token.id}/revoke/`);
    await visitor.post(`/admin/users/${id}/deactivate/`);
    await visitor.post(`/admin/users/${id}/activate/`);

    const by = { actor: `person:${boss.username}`, address: '127.0.0.1' };
    const ofToken = { token: key.slice(0, 8), label: 'lecture hall', until: null };
    expect(await historyOf(service, username)).toEqual([
      { ...by, event: 'account-created', detail: { rights: [], password: false } },
      { ...by, event: 'rights-changed', detail: { from: [], to: ['staff'] } },
      { ...by, event: 'password-set', detail: {} },
      { ...by, event: 'token-created', detail: ofToken },
      { ...by, event: 'token-revoked', detail: ofToken },
      { ...by, event: 'account-deactivated', detail: {} },
      { ...by, event: 'account-activated', detail: {} },
    ]);
    const whole = JSON.stringify((await service.sql.query('select * from administration_history')).rows);
    expect(whole).not.toContain(key);
    expect(whole).not.toContain(token.keyHash);
  });

  test('Given somebody who changes their own password, Then they are named', async () => {
    const ada = await givenUser(service.db);
    const visitor = await signedIn(service, ada);

    const typed = { password: 'another open sesame', repeated: 'another open sesame' };
    await visitor.post('/accounts/', { current: ada.password, ...typed });

    expect((await historyOf(service, ada.username)).at(-1)).toMatchObject({
      event: 'password-set',
      actor: `person:${ada.username}`,
      address: '127.0.0.1',
    });
  });
});

test('Given the first account, the command line and the identity provider, Then each is named', async () => {
  const username = newName();
  await people.create(service.db, { username, password: undefined, by: commandLine() });
  const { id } = await createToken(service.db, { username, by: commandLine() });
  await revokeToken(service.db, { id, by: commandLine() });
  await findOrBind(service.db, {
    protocol: 'OIDC',
    subject: randomUUID(),
    username,
    address: '192.0.2.7',
  });

  const [first] = await historyOf(service, 'root');
  expect(first).toMatchObject({ event: 'account-created', actor: 'service', address: null });
  const atHome = `command-line:${userInfo().username}`;
  expect((await historyOf(service, username)).map(({ event, actor }) => [event, actor])).toEqual([
    ['account-created', atHome],
    ['token-created', atHome],
    ['token-revoked', atHome],
    ['identity-linked', `person:${username}`],
  ]);
});

test.each([
  `update administration_history set actor = 'nobody'`,
  'delete from administration_history',
  'truncate administration_history',
])('The database keeps the history: %s is refused', async (statement) => {
  await expect(service.sql.query(statement)).rejects.toThrow('only added to');
});

describe('The page of the history', () => {
  test('Given a superuser, Then it says what was done to an account and by it; to others it is closed', async () => {
    const boss = await givenUser(service.db, { isSuperuser: true });
    const helper = await givenUser(service.db, { isStaff: true });
    const visitor = await signedIn(service, boss);
    const bob = await service.givenUser();
    await visitor.post(`/admin/users/${bob.id}/deactivate/`);

    const about = await visitor.get(`${historyPath}?account=${bob.username}`);
    const by = await visitor.get(`${historyPath}?account=${boss.username}`, { 'Accept-Language': 'fr' });
    const page = await visitor.get(`/admin/users/${bob.id}/`);
    const refused = await (await signedIn(service, helper)).get(historyPath);

    expect(rowsOf(about.page).map(({ text }) => text)).toEqual(
      expect.arrayContaining([
        expect.stringContaining('account deactivated'),
        expect.stringContaining('directly in the database'),
      ]),
    );
    expect(rowsOf(by.page).map(({ text }) => text)).toEqual(
      expect.arrayContaining([expect.stringContaining('compte désactivé')]),
    );
    expect(page.page.all('link').map((link) => link.attribute('href'))).toContain(
      `${historyPath}?account=${bob.username}`,
    );
    expect(refused.status).toBe(403);
  });

  test('Given more entries than a page, Then older ones follow without a gap or a repetition', async () => {
    const visitor = await signedIn(service, await givenUser(service.db, { isSuperuser: true }));
    const account = newName();
    await service.sql.query(
      `insert into administration_history (event, account, actor)
       select 'event-' || n, $1, 'service' from generate_series(1, 120) n`,
      [account],
    );
    const seen: string[] = [];
    let next: string | undefined = `${historyPath}?account=${account}`;
    while (next !== undefined) {
      const { page } = await visitor.get(next);
      seen.push(...rowsOf(page).map(({ text }) => /event-(\d+)/.exec(text)?.[1] ?? text));
      next = page
        .all('link')
        .find((link) => link.attribute('rel') === 'next')
        ?.attribute('href');
    }

    expect(seen).toEqual(Array.from({ length: 120 }, (_, index) => String(120 - index)));
  });
});
