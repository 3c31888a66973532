import { randomUUID } from 'node:crypto';
import { formWith, readPage, recordsOf } from '@campus/testing/markup';
import { describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { givenAccount, type PersonInConsole, passwordInConsole, signIn } from '../../support/console.ts';
import { useService } from '../../support/service.ts';

const service = useService({ webhook: false });

const newName = () => `staff-${randomUUID().slice(0, 8)}`;
const pageOf = (username: string) => `/console/accounts/~${encodeURIComponent(username)}/`;

async function accountOf(username: string) {
  const { rows } = await service.sql.query('select * from accounts where username = $1', [username]);
  return rows[0];
}

function generatedIn(text: string): string {
  return readPage(text).get('pre').text;
}

function tokenIn(text: string): string {
  return formWith(readPage(text), 'username').field('csrfmiddlewaretoken').value ?? '';
}

/** Whether somebody gets in with a password. */
async function letsIn(username: string, password: string): Promise<boolean> {
  const answer = await fetch(`${service.url}/console/account/login/`);
  const token = tokenIn(await answer.text());
  const login = await fetch(`${service.url}/console/account/login/`, {
    method: 'POST',
    body: new URLSearchParams({ csrfmiddlewaretoken: token, username, password }),
    headers: {
      Cookie: answer.headers
        .getSetCookie()
        .map((cookie) => cookie.split(';')[0])
        .join('; '),
    },
    redirect: 'manual',
  });
  return login.status === 303;
}

test('One’s own account has a line for a name only where there is one', async () => {
  const [named, nameless] = [
    await signIn(service, 'reader', { fullName: 'Ada Martin' }),
    await signIn(service, 'reader'),
  ];

  const textOf = async (person: PersonInConsole) =>
    (await person.page('/console/account/')).get('main').text.replaceAll('\n', ' ');

  expect(await textOf(named)).toContain('Name Ada Martin');
  expect(await textOf(nameless)).not.toMatch(/\bName\b/);
});

describe('The accounts of the staff', () => {
  test('Given a name and a role, Then the account is made, with a password that is shown once', async () => {
    const administrator = await signIn(service, 'administrator');
    const username = newName();
    const fields = { username, fullName: '<b>Ada</b>', email: 'ada@example.org', role: 'sender' };

    const { text } = await administrator
      .post('/console/accounts/new/', { ...fields, way: 'generated' })
      .expect(200);

    const password = generatedIn(text);
    expect(await letsIn(username, password)).toBe(true);
    const list = await administrator.page('/console/accounts/');
    expect(recordsOf(list.get('table'))).toContainEqual(
      expect.objectContaining({ 'User name': username, Name: '<b>Ada</b>' }),
    );
    expect(list.text).not.toContain(password);
  });

  test('Given mistakes, Then each stands beside its field, and the password is not repeated', async () => {
    const administrator = await signIn(service, 'administrator', { language: 'fr' });
    const wrong = async (fields: Record<string, string>) => {
      const all = {
        username: newName(),
        role: 'reader',
        way: 'typed',
        password: 'long enough secret',
        repeated: 'long enough secret',
        ...fields,
      };
      const { text } = await administrator.post('/console/accounts/new/', all).expect(400);
      expect(text).not.toContain('long enough secret');
      const form = formWith(readPage(text), 'username');
      return form.fields.filter(({ errors }) => errors.length > 0).map(({ name }) => name);
    };

    expect(await wrong({ username: 'a b' })).toEqual(['username']);
    expect(await wrong({ username: 'root' })).toEqual(['username']);
    expect(await wrong({ email: 'nobody' })).toEqual(['email']);
    expect(await wrong({ fullName: 'x'.repeat(151) })).toEqual(['fullName']);
    expect(await wrong({ fullName: 'Ada\u202enimda' })).toEqual(['fullName']);
    expect(await wrong({ role: 'king' })).toEqual(['role']);
    expect(await wrong({ password: 'short' })).toEqual(['password']);
    expect(await wrong({ repeated: 'another secret' })).toEqual(['repeated']);
  });

  test('Given somebody at work, When they are deactivated, Then their session ends, and activation lets them in again', async () => {
    const administrator = await signIn(service, 'administrator');
    const person = await signIn(service, 'reader');
    const page = pageOf(person.username);

    const question = await administrator.get(`${page}deactivate/`).expect(200);
    expect(question.text).toContain(`Deactivate ${person.username}`);
    await person.get('/console/conventions/').expect(200);
    await administrator.post(`${page}deactivate/`).expect(303);
    await person.get('/console/conventions/').expect(302);
    expect(await letsIn(person.username, passwordInConsole)).toBe(false);
    await administrator.post(`${page}activate/`).expect(303);

    expect(await letsIn(person.username, passwordInConsole)).toBe(true);
  });

  test('Given a change of role, name and mail, Then it holds at once', async () => {
    const administrator = await signIn(service, 'administrator');
    const person = await signIn(service, 'reader');
    const changes = { fullName: 'Ada Martin', email: 'ada@example.org', role: 'sender' };
    await person.get('/console/conventions/new/').expect(403);

    const { headers } = await administrator.post(pageOf(person.username), changes).expect(303);

    await person.get('/console/conventions/new/').expect(200);
    expect(await accountOf(person.username)).toMatchObject({
      full_name: 'Ada Martin',
      email: 'ada@example.org',
    });
    const page = await administrator.get(String(headers.location)).expect(200);
    expect(page.text).toContain('The account is changed.');
  });

  test('Given a new password, Then whoever is signed in with the old one has to sign in again', async () => {
    const administrator = await signIn(service, 'administrator');
    const person = await signIn(service, 'reader');
    const path = `${pageOf(person.username)}password/`;

    await administrator.post(path, { way: 'typed', password: 'short' }).expect(400);
    const { text } = await administrator.post(path, { way: 'generated' }).expect(200);

    await person.get('/console/conventions/').expect(302);
    expect(await letsIn(person.username, generatedIn(text))).toBe(true);
  });

  test('Given names that paths and pages could take for something else, Then their pages are theirs', async () => {
    const administrator = await signIn(service, 'administrator');
    for (const username of ['new', 'é@x+y', '..', 'password']) {
      await givenAccount(service, { username, role: 'reader' });
      expect((await administrator.page(pageOf(username))).names('heading')).toEqual([username]);
    }
    await administrator.get(pageOf('nobody-of-that-name')).expect(404);
    for (const path of ['~%00/', '~a%00b/password/', '~a%20b/deactivate/'])
      await administrator.get(`/console/accounts/${path}`).expect(404);
  });
});

test('The last active administrator can be neither deactivated nor given another role', async () => {
  const administrator = await signIn(service, 'administrator');
  const all = await service.sql.query(
    `update accounts set is_active = false where role = 'administrator' and username <> $1 returning username`,
    [administrator.username],
  );
  const page = pageOf(administrator.username);

  const refused = await administrator.post(`${page}deactivate/`).expect(409);
  expect(refused.text).toContain('last active administrator');
  await administrator.post(page, { fullName: '', email: '', role: 'reader' }).expect(400);

  expect(await accountOf(administrator.username)).toMatchObject({ is_active: true, role: 'administrator' });
  expect(all.rowCount).toBeGreaterThan(0);
});

test('Given strangers who guess at an account, Then they are told to wait, and its session and its address are not', async () => {
  const person = await signIn(service, 'reader');
  const post = async (address: string, password: string) => {
    const page = await request(service.url).get('/console/account/login/');
    const cookies = String(page.headers['set-cookie']).split(';')[0] ?? '';
    const fields = { csrfmiddlewaretoken: tokenIn(page.text), username: person.username, password };
    return request(service.url)
      .post('/console/account/login/')
      .set({ Cookie: cookies, 'X-Forwarded-For': address })
      .type('form')
      .send(fields);
  };
  const statuses: number[] = [];
  for (const end of [1, 2, 3, 4, 5, 6]) statuses.push((await post(`192.0.2.${end}`, 'wrong')).status);

  expect(statuses).toEqual([403, 403, 403, 403, 403, 429]);
  expect((await post('192.0.2.7', person.password)).headers['retry-after']).toMatch(/^\d+$/);
  await person.get('/console/').expect(200);
  expect((await post('127.0.0.1', person.password)).status).toBe(303);
});
