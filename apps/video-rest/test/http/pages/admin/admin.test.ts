import { Writable } from 'node:stream';
import { serviceItself } from '@campus/accounts';
import { formWith, type Page, recordsOf, rowsOf } from '@campus/testing/markup';
import { beforeAll, describe, expect, test } from '@jest/globals';
import pino from 'pino';
import { createToken } from '../../../../src/accounts/tokens.ts';
import { type GivenUser, givenUser } from '../../../support/accounts.ts';
import { givenEncoding, givenVideo, givenWorker, newName } from '../../../support/given-records.ts';
import { useService } from '../../../support/service.ts';
import { onceOn } from '../../../support/shown-exchange.ts';
import { signedIn, type Visitor, visitorOf } from '../../../support/visitor.ts';

const logged: string[] = [];
const log = pino(
  new Writable({
    write(line, _encoding, done) {
      logged.push(String(line));
      done();
    },
  }),
);
const service = useService({ timeZone: 'Europe/Paris' }, { log });
let superuser: Visitor;
let staff: Visitor;
let ordinary: Visitor;
let ada: GivenUser;
let boss: GivenUser;

beforeAll(async () => {
  boss = await givenUser(service.db, { isSuperuser: true });
  const helper = await givenUser(service.db, { isStaff: true });
  ada = await givenUser(service.db);
  superuser = await signedIn(service, boss);
  staff = await signedIn(service, helper);
  ordinary = await signedIn(service, ada);
});

async function givenToken({ username = ada.username, label = newName('token') } = {}) {
  return { ...(await createToken(service.db, { by: serviceItself, username, label })), label };
}

async function givenRun(title = 'Lecture') {
  const { id } = await givenVideo(service.db, { ownerId: ada.id, title });
  return givenEncoding(service.db, id);
}

/** A webhook that is off, and what it was told. */
async function givenHook(): Promise<{ id: number; deliveryId: number }> {
  const { rows } = await service.sql.query(
    `with w as (insert into webhooks (address, is_active, position) values ('https://example.org/', false, 0) returning id)
     insert into webhook_deliveries (webhook_id, event, body, state) select id, 'webhook.test', '{}', 'failed' from w
     returning webhook_id as id, id as "deliveryId"`,
  );
  return rows[0];
}

/** The key or the password that a page shows, in its element. */
function shownOn(page: Page, id: string): string {
  return page.all('pre').find((shown) => shown.attribute('id') === id)?.text ?? '';
}

function callWith(key: string): Promise<Response> {
  return fetch(new URL('/rest/users/', service.url), { headers: { Authorization: `Token ${key}` } });
}

/** Error texts of a field, as the page ties them to it. */
function errorsAt(page: Page, field: string): string {
  return formWith(page, field).field(field).errors.join(' ');
}

describe('The administration', () => {
  test('lets in whom each page is for, and sends whoever has not signed in to the sign-in page', async () => {
    const [token, run, user] = [await givenToken(), await givenRun(), await givenUser(service.db)];
    const hook = await givenHook();
    const forSuperusers = [
      '/admin/authtoken/',
      '/admin/authtoken/add/',
      `/admin/authtoken/${token.id}/revoke/`,
      '/admin/users/',
      '/admin/users/add/',
      `/admin/users/${user.id}/`,
      `/admin/users/${user.id}/password/`,
      `/admin/users/${user.id}/deactivate/`,
      `/admin/users/${user.id}/activate/`,
      `/admin/users/${user.id}/remove-factors/`,
    ];
    const forStaff = [
      '/admin/',
      '/admin/encodings/',
      '/admin/encodings/workers/',
      `/admin/encodings/${run.id}/`,
      `/admin/encodings/${run.id}/cancel/`,
      '/admin/webhooks/',
      '/admin/webhooks/add/',
      ...['', 'edit/', 'secret/', 'delete/'].map((page) => `/admin/webhooks/${hook.id}/${page}`),
      `/admin/webhooks/${hook.id}/deliveries/${hook.deliveryId}/`,
    ];
    const seen: Record<string, number[]> = {};
    for (const path of [...forSuperusers, ...forStaff]) {
      const answers = await Promise.all(
        [visitorOf(service), ordinary, staff, superuser].map((visitor) => visitor.get(path)),
      );
      expect(answers[0]?.location).toBe(`/accounts/login/?${new URLSearchParams({ next: path })}`);
      seen[path] = answers.map(({ status }) => status);
    }

    expect(seen).toEqual({
      ...Object.fromEntries(forSuperusers.map((path) => [path, [302, 403, 403, 200]])),
      ...Object.fromEntries(forStaff.map((path) => [path, [302, 403, 200, 200]])),
    });
    expect((await ordinary.get('/admin/encodings/live/')).status).toBe(403);
    const ways = async (visitor: Visitor) =>
      (await visitor.get('/video/')).page.all('link').map(({ text }) => text);
    for (const visitor of [staff, superuser]) expect(await ways(visitor)).toContain('Administration');
    expect(await ways(ordinary)).not.toContain('Administration');
    const refused = await staff.get('/admin/users/');
    expect(refused.page.text).toContain('whose rights do not reach to this page');
    expect(refused.text).not.toContain('/admin/authtoken/');
  });

  test('changes nothing for a form of somebody else, nor for one of somebody without the right', async () => {
    const [token, run, user] = [await givenToken(), await givenRun(), await givenUser(service.db)];
    const [worker, hook] = [await givenWorker(service.db), await givenHook()];
    const typed = { way: 'typed', password: 'a new password', repeated: 'a new password' };
    const forms: [path: string, fields: Record<string, string>][] = [
      ['/admin/authtoken/add/', { user: user.username }],
      [`/admin/authtoken/${token.id}/revoke/`, {}],
      ['/admin/users/add/', { username: newName('user'), ...typed }],
      [`/admin/users/${user.id}/`, { firstName: 'Mallory', isSuperuser: 'true' }],
      [`/admin/users/${user.id}/password/`, typed],
      [`/admin/users/${user.id}/deactivate/`, {}],
      [`/admin/users/${user.id}/activate/`, {}],
      [`/admin/users/${user.id}/remove-factors/`, {}],
      [`/admin/encodings/${run.id}/launch/`, {}],
      [`/admin/encodings/${run.id}/cancel/`, {}],
      [`/admin/encodings/workers/${worker.id}/drain/`, {}],
      ['/admin/webhooks/add/', { address: 'https://example.org/', events: '*' }],
      [`/admin/webhooks/${hook.id}/edit/`, { address: 'https://example.com/', events: '*' }],
      ...['on', 'off', 'test', 'secret', 'delete'].map((action): [string, Record<string, string>] => [
        `/admin/webhooks/${hook.id}/${action}/`,
        {},
      ]),
      [`/admin/webhooks/${hook.id}/deliveries/${hook.deliveryId}/`, {}],
      [`/admin/webhooks/${hook.id}/deliveries/${hook.deliveryId}/leave-out/`, {}],
    ];
    const state = async () => {
      const { rows } = await service.sql.query(
        `select (select json_agg(u order by id) from users u) as users,
                (select json_agg(t order by id) from access_tokens t) as tokens,
                (select json_agg(e order by id) from encodings e) as encodings,
                (select json_agg(w order by id) from workers w) as workers,
                (select json_agg(w order by id) from webhooks w) as webhooks,
                (select json_agg(d order by id) from webhook_deliveries d) as deliveries`,
      );
      return rows[0];
    };
    const before = await state();
    const statuses: number[][] = [];
    for (const [path, fields] of forms) {
      statuses.push([
        (await superuser.post(path, fields, { csrf: false })).status,
        (await ordinary.post(path, fields)).status,
        (await visitorOf(service).post(path, fields)).status,
      ]);
    }

    expect(statuses).toEqual(forms.map(() => [403, 403, 303]));
    expect(await state()).toEqual(before);
  });

  test('shows what is missing as a page, and takes odd queries', async () => {
    const missing = [
      'nothing/',
      'users/999999999/',
      'users/x/',
      'authtoken/0/revoke/',
      'encodings/9/cancel/x/',
    ];
    const answers = await Promise.all(missing.map((path) => superuser.get(`/admin/${path}`)));
    expect(answers.map(({ status, headers }) => [status, headers.get('content-type')])).toEqual(
      missing.map(() => [404, 'text/html; charset=utf-8']),
    );
    for (const path of ['authtoken', 'users']) {
      const { status } = await superuser.get(`/admin/${path}/?q=%00%25_%5C&q=%F0&page=-3&page=1e99`);
      expect(status).toBe(200);
    }
    expect((await superuser.get('/admin/encodings/?state=odd&page=9999999999999')).status).toBe(200);
  });

  test('speaks French to whoever prefers it, in the time zone of the instance', async () => {
    const { id, label } = await givenToken();
    await service.db.prisma.accessToken.update({
      where: { id },
      data: { createdAt: new Date('2026-01-31T23:30:00Z') },
    });

    const { page } = await superuser.get(`/admin/authtoken/?q=${label}`, { 'Accept-Language': 'fr' });

    expect(page.language).toBe('fr');
    expect(page.names('link')).toContain('Créer un jeton');
    expect(rowsOf(page).map(({ text }) => text)).toEqual([
      expect.stringMatching(/1 févr\. 2026,? (à )?00:30/),
    ]);
  });

  test('shows texts of others as texts', async () => {
    // What is asserted is the bytes: a parser would hide what it forgives.
    const evil = '<img src=x onerror=alert(1)>"\'';
    const user = await givenUser(service.db, { username: `${evil}${newName()}` });
    await service.sql.query('update users set first_name = $1, email = $1 where id = $2', [evil, user.id]);
    const token = await givenToken({ username: user.username, label: evil });
    const run = await givenRun(evil);
    await service.sql.query('update encodings set error = $1 where id = $2', [evil, run.id]);
    const search = new URLSearchParams({ q: evil });

    for (const path of [
      `/admin/authtoken/?${search}`,
      `/admin/authtoken/${token.id}/revoke/`,
      `/admin/authtoken/add/?user=${encodeURIComponent(user.username)}`,
      `/admin/users/?${search}`,
      `/admin/users/${user.id}/`,
      `/admin/users/${user.id}/password/`,
      `/admin/users/${user.id}/deactivate/`,
      '/admin/encodings/?state=failed',
      `/admin/encodings/${run.id}/`,
      `/admin/encodings/${run.id}/cancel/`,
    ]) {
      const { status, text } = await superuser.get(path);
      expect({ path, status, isShown: text.includes('&lt;img src=x onerror=') }).toEqual({
        path,
        status: 200,
        isShown: true,
      });
      expect(text).not.toContain('<img');
    }
  });
});

describe('/admin/authtoken/', () => {
  test('Given a user, When a token is made, Then its key is shown that once, kept nowhere, and works until it is revoked', async () => {
    const label = newName('label');

    const made = await superuser.post('/admin/authtoken/add/', { user: ada.username, label, expires: '' });

    const key = shownOn(made.page, 'key');
    expect({ status: made.status, cache: made.headers.get('cache-control') }).toEqual({
      status: 200,
      cache: 'no-store',
    });
    expect(key).toMatch(/^[0-9a-f]{40}$/);
    expect(made.page.text).toContain(`${service.url}/rest/users/`);
    expect((await callWith(key)).status).toBe(200);
    const list = (await superuser.get(`/admin/authtoken/?q=${label}`)).text;
    expect(list).toContain(key.slice(0, 8));
    expect(list).not.toContain(key);
    const { rows } = await service.sql.query("select string_agg(sess::text, '') as text from sessions");
    expect(rows[0].text).not.toContain(key);
    expect(logged.join('')).toContain('/admin/authtoken/add/');
    expect(logged.join('')).not.toContain(key);
    const { id } = await service.db.prisma.accessToken.findFirstOrThrow({ where: { label } });
    expect(await superuser.post(`/admin/authtoken/${id}/revoke/`)).toMatchObject({
      status: 303,
      location: '/admin/authtoken/?done=revoked',
    });
    expect((await callWith(key)).status).toBe(401);
    const { page } = await superuser.get(`/admin/authtoken/?q=${label}`);
    expect(recordsOf(page.get('table'))).toMatchObject([{ State: expect.stringContaining('revoked') }]);
  });

  test('The form sent again by a reload makes no second token, and the list says so', async () => {
    const label = newName('label');
    const { page } = await superuser.get('/admin/authtoken/add/');
    const fields = { user: ada.username, label, _once: onceOn(page) };

    const made = await superuser.post('/admin/authtoken/add/', fields);
    const again = await superuser.post('/admin/authtoken/add/', fields);

    expect(shownOn(made.page, 'key')).not.toBe('');
    expect(again).toMatchObject({ status: 303, location: '/admin/authtoken/?done=repeated' });
    expect((await superuser.get(String(again.location))).page.get('status').text).toContain(
      'its token was made',
    );
    expect(await service.db.prisma.accessToken.count({ where: { label } })).toBe(1);
  });

  test('A user is searched among all without JavaScript, and what was typed stays', async () => {
    const user = await givenUser(service.db);
    const typed = {
      user__search: user.username.toUpperCase(),
      label: 'for the harvester',
      expires: '2040-02-03',
    };

    const { status, page } = await superuser.post('/admin/authtoken/add/', { ...typed, _search: 'user' });

    expect(status).toBe(200);
    const form = formWith(page, 'user');
    const offered = form.field('user').element.all('option');
    expect(offered.map((option) => option.attribute('value'))).toEqual(['', user.username]);
    expect(Object.fromEntries(form.values)).toMatchObject({
      label: 'for the harvester',
      expires: '2040-02-03',
    });
    expect(await service.db.prisma.accessToken.count({ where: { userId: user.id } })).toBe(0);
  });

  test('A token ends with its last day in the time zone of the instance', async () => {
    const label = newName('label');

    await superuser.post('/admin/authtoken/add/', { user: ada.username, label, expires: '2040-06-30' });

    const { expiresAt } = await service.db.prisma.accessToken.findFirstOrThrow({ where: { label } });
    expect(expiresAt?.toISOString()).toBe('2040-06-30T21:59:59.999Z');
  });

  test('What is wrong with a new token stands beside its field', async () => {
    const send = async (fields: Record<string, string>) => {
      const { status, page } = await superuser.post('/admin/authtoken/add/', fields);
      return [status, ...['user', 'label', 'expires'].map((field) => errorsAt(page, field))];
    };
    const user = ada.username;

    expect(await send({ expires: '2040-02-31' })).toEqual([
      400,
      'Choose a user.',
      '',
      'This is no day of the calendar, such as 2027-01-31.',
    ]);
    expect(await send({ user: 'nobody' })).toEqual([400, 'There is no user "nobody".', '', '']);
    expect(await send({ user, label: 'a\u0007b' })).toEqual([
      400,
      '',
      expect.stringContaining('no control characters'),
      '',
    ]);
    expect(await send({ user, expires: '2020-01-31' })).toEqual([
      400,
      '',
      '',
      expect.stringContaining('past'),
    ]);
  });

  test('The list is searched by user name and label, newest first, in pages', async () => {
    const owner = await givenUser(service.db);
    await service.sql.query(
      `insert into access_tokens (user_id, key_hash, key_prefix, label)
       select $1, encode(sha256(convert_to($2::text || n, 'UTF8')), 'hex'), 'prefix', $2 || ' no ' || n || '.'
       from generate_series(1, 52) n`,
      [owner.id, owner.username],
    );
    const labels = (page: Page) => rowsOf(page).map(({ text }) => Number(/ no (\d+)\./.exec(text)?.[1]));
    const at = async (query: Record<string, string>) =>
      (await superuser.get(`/admin/authtoken/?${new URLSearchParams(query)}`)).page;

    const first = await at({ q: owner.username });
    const second = await at({ q: owner.username, page: '2' });

    expect(labels(first)).toEqual(Array.from({ length: 50 }, (_, index) => 52 - index));
    expect(first.get('link', 'Next').attribute('href')).toMatch(new RegExp(`\\?q=${owner.username}&page=2$`));
    expect(labels(second)).toEqual([2, 1]);
    expect(second.names('link')).not.toContain('Next');
    expect(labels(await at({ q: 'NO 17.' }))).toEqual([17]);
    expect(labels(await at({ q: '1_.' }))).toEqual([]);
    await givenToken({ label: 'about 50% of C:\\media_root no 99.' });
    expect(labels(await at({ q: '50% of c:\\media_root' }))).toEqual([99]);
  });

  test('The addresses of older guides lead there, with their search', async () => {
    for (const old of ['token', 'tokenproxy']) {
      const { status, location } = await superuser.get(`/admin/authtoken/${old}/?q=ada`);
      expect({ status, location }).toEqual({ status: 301, location: '/admin/authtoken/?q=ada' });
    }
  });
});

describe('/admin/users/', () => {
  test('Given a password typed twice, When a user is created, Then they can sign in, and the list shows them', async () => {
    const username = newName('user');
    const password = 'correct horse ';

    const created = await superuser.post('/admin/users/add/', {
      username,
      firstName: 'Grace',
      lastName: 'Hopper',
      email: 'grace@example.org',
      isStaff: 'true',
      way: 'typed',
      password,
      repeated: password,
    });

    expect(created).toMatchObject({ status: 303, location: expect.stringMatching(/\?done=created$/) });
    expect((await superuser.get(String(created.location))).page.get('status').text).toContain(
      'The user is created.',
    );
    const { page } = await superuser.get('/admin/users/?q=grace@');
    expect(rowsOf(page).map(({ text }) => text)).toEqual([expect.stringContaining(username)]);
    const grace = await signedIn(service, { username, password });
    expect((await grace.get('/admin/encodings/')).status).toBe(200);
    expect((await grace.get('/admin/users/')).status).toBe(403);
  });

  test('A password can be generated, is shown once, and lets its user in', async () => {
    const username = newName('user');

    const created = await superuser.post('/admin/users/add/', { username, way: 'generated' });

    const password = shownOn(created.page, 'password');
    expect(created.status).toBe(200);
    await signedIn(service, { username, password });
    const { id } = await service.db.prisma.user.findFirstOrThrow({ where: { username } });
    const changed = await superuser.post(`/admin/users/${id}/password/`, { way: 'generated' });
    await signedIn(service, { username, password: shownOn(changed.page, 'password') });
    await expect(signedIn(service, { username, password })).rejects.toThrow('cannot sign in: 403');
  });

  test('A form with a password to be generated is obeyed once, and the page says so', async () => {
    const user = await givenUser(service.db);
    const path = `/admin/users/${user.id}/password/`;
    const fields = { way: 'generated', _once: onceOn((await superuser.get(path)).page) };
    const created = { username: newName('user'), way: 'generated' };
    const once = onceOn((await superuser.get('/admin/users/add/')).page);

    const set = await superuser.post(path, fields);
    const again = await superuser.post(path, fields);
    await superuser.post('/admin/users/add/', { ...created, _once: once });
    const createdAgain = await superuser.post('/admin/users/add/', { ...created, _once: once });

    expect(again).toMatchObject({ status: 303, location: `/admin/users/${user.id}/?done=repeated` });
    expect(createdAgain).toMatchObject({ status: 303, location: '/admin/users/?done=repeated' });
    for (const { location } of [again, createdAgain])
      expect((await superuser.get(String(location))).page.get('status').text).toContain(
        'The form was sent again',
      );
    await signedIn(service, { username: user.username, password: shownOn(set.page, 'password') });
  });

  test('A user can be made without a password, and nobody signs in to it by one', async () => {
    const username = newName('user');

    const created = await superuser.post('/admin/users/add/', { username, way: 'none' });

    expect(created.status).toBe(303);
    await expect(signedIn(service, { username, password: '' })).rejects.toThrow('cannot sign in: 403');
  });

  test('What is wrong with a new user stands beside its field, all at once', async () => {
    const fields = ['username', 'firstName', 'email', 'password', 'repeated'];
    const send = async (typed: Record<string, string>) => {
      const { status, page } = await superuser.post('/admin/users/add/', typed);
      const errors = fields
        .map((field) => [field, errorsAt(page, field)])
        .filter(([, error]) => error !== '');
      return { status, ...Object.fromEntries(errors) };
    };

    const wrong = { username: 'a b', firstName: 'x'.repeat(151), email: 'nowhere' };
    expect(await send({ ...wrong, way: 'typed', password: 'short' })).toEqual({
      status: 400,
      username: expect.stringContaining('valid username'),
      firstName: 'At most 150 characters.',
      email: 'Enter a valid email address.',
      password: expect.stringContaining('too short'),
    });
    const typed = { way: 'typed', password: 'long enough', repeated: 'long enough' };
    expect(await send({ username: newName(), ...typed, repeated: 'other' })).toEqual({
      status: 400,
      repeated: 'The two passwords are not the same.',
    });
    expect(await send({ username: ada.username, ...typed })).toEqual({
      status: 400,
      username: 'A user with that username already exists.',
    });
  });

  test('Names, address and rights are changed, and a deactivated user is out until activated', async () => {
    const user = await givenUser(service.db, { isStaff: true });
    const { key } = await givenToken({ username: user.username });
    const own = `/admin/users/${user.id}/`;

    expect(
      await superuser.post(own, {
        firstName: 'Grace',
        lastName: '',
        email: 'g@example.org',
        isSuperuser: 'true',
      }),
    ).toMatchObject({ status: 303, location: `${own}?done=changed` });
    expect(await service.db.prisma.user.findUnique({ where: { id: user.id } })).toMatchObject({
      firstName: 'Grace',
      email: 'g@example.org',
      isStaff: false,
      isSuperuser: true,
    });
    expect((await callWith(key)).status).toBe(200);
    expect((await superuser.post(`${own}deactivate/`)).status).toBe(303);
    expect((await callWith(key)).status).toBe(401);
    await expect(signedIn(service, user)).rejects.toThrow('cannot sign in: 403');
    const { page } = await superuser.get(`/admin/users/?q=${user.username}`);
    expect(rowsOf(page).map(({ text }) => text)).toEqual([expect.stringMatching(/\bdeactivated\b/)]);
    expect((await superuser.post(`${own}activate/`)).status).toBe(303);
    await signedIn(service, user);
  });

  test('The last active superuser stays one, and the page says so', async () => {
    const { rows } = await service.sql.query<{ id: number }>(
      'update users set is_active = false where is_superuser and is_active and id <> $1 returning id',
      [boss.id],
    );
    const own = `/admin/users/${boss.id}/`;

    const demoted = await superuser.post(own, { firstName: 'Grace' });
    const deactivated = await superuser.post(`${own}deactivate/`);

    await service.sql.query('update users set is_active = true where id = any($1)', [
      rows.map(({ id }) => id),
    ]);
    expect([demoted.status, errorsAt(demoted.page, 'isSuperuser')]).toEqual([
      400,
      expect.stringContaining('the last active superuser'),
    ]);
    expect(deactivated.status).toBe(409);
    expect(deactivated.page.get('alert').text).toContain('the last active superuser');
    expect(await service.db.prisma.user.findUnique({ where: { id: boss.id } })).toMatchObject({
      isActive: true,
      isSuperuser: true,
      firstName: '',
    });
  });
});
