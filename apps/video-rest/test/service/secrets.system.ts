import { serviceItself } from '@campus/accounts';
import { createTestDatabase, freePort, secretsIn } from '@campus/testing';
import { formsOf } from '@campus/testing/markup';
import { startOpenIdProvider } from '@campus/testing/openid';
import { afterEach, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { createToken } from '../../src/accounts/tokens.ts';
import { openDatabase } from '../../src/data/open-database.ts';
import { clip } from '../support/clips.ts';
import { givenUpload, launch, untilState, videoOf } from '../support/encode-videos.ts';
import { clientWith } from '../support/service.ts';
import { makeDataDir, type ServiceProcess, startServiceProcess } from '../support/service-process.ts';
import { type Answer, visitorOf } from '../support/visitor.ts';

const secret = {
  rootPassword: 'password-of-the-root-account',
  guessedPassword: 'password-that-is-a-guess',
  newPassword: 'password-that-is-new',
  videoPassword: 'password-of-a-video',
  clientSecret: 'secret-of-the-openid-client',
  wrongKey: 'ab'.repeat(20),
};
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});
beforeAll(async () => {
  await clip('silent');
});

// What programs send with a request of the API is in authentication-log.test.ts.
test('Whatever happens, no token, password, cookie or signed address of anybody is in the log', async () => {
  const database = await createTestDatabase('video-rest');
  closing.push(() => database.drop());
  const { dataDir, remove } = await makeDataDir();
  closing.push(remove);
  const provider = await startOpenIdProvider({ people: [{ subject: 'ada' }] });
  closing.push(() => provider.stop());
  const service = await startServiceProcess({
    databaseUrl: database.url,
    dataDir,
    rootPassword: secret.rootPassword,
    env: {
      SERVER_PORT: String(await freePort()),
      ENCODE_CONCURRENCY: '1',
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: 'video',
      OIDC_CLIENT_SECRET: secret.clientSecret,
    },
  });
  closing.push(() => service.kill('SIGKILL'));
  provider.register({
    clientId: 'video',
    clientSecret: 'another than the service has',
    redirectUris: [`${service.url}/accounts/openid/callback/`],
  });
  const db = openDatabase(database.url, () => {});
  const { key } = await createToken(db, { by: serviceItself, username: 'root' });
  await db.close();
  const sql = new pg.Client({ connectionString: database.url });
  sql.on('error', () => undefined);
  await sql.connect();
  closing.push(() => sql.end());

  const signatures = await playRestricted(service, key);
  const shared = await openClosed(service, key);
  const people = await tellPeople(service, sql);
  const codes = await comeFromProvider(service, provider);
  expect(people.statuses).toEqual([403, 403, 303, 400, 500, 303, 200]);
  // The database goes away under it.
  await sql.end();
  await database.drop();
  expect((await fetch(`${service.metricsUrl}/readyz`)).status).toBe(503);
  const root = clientWith(service.url, { Authorization: `Token ${key}` });
  expect((await root.get('/rest/videos/')).status).toBe(503);
  expect((await clientWith(service.url, {}).get(`/rest/?token=${key}`)).status).toBeGreaterThanOrEqual(400);
  await service.waitForOutput(/not ready: database/);
  await service.kill('SIGTERM');

  const lines = service.output();
  expect(lines.match(/unexpected error/g)?.length).toBeGreaterThan(0);
  expect(lines).toContain('the database is away');
  expect(lines).toContain('"path":"/media/signed/…/');
  const secrets = [
    ...Object.values(secret),
    ...[key, new URL(database.url).password, '$scrypt$'],
    ...[...signatures, ...shared, ...people.secrets, ...codes],
  ];
  expect(secretsIn(lines, secrets, { usernames: ['root', 'video'] })).toEqual([]);
});

test('A start that is refused names no secret either', async () => {
  const { dataDir, remove } = await makeDataDir();
  closing.push(remove);
  const port = await freePort();
  const password = 'password-of-a-database';
  const start = (databaseUrl: string, env: Record<string, string> = {}) =>
    startServiceProcess({ databaseUrl, dataDir, rootPassword: secret.rootPassword, env });

  const refusals = await Promise.allSettled([
    start(`postgresql://ada:${password}@127.0.0.1:${port}/x`),
    start(`postgresql://ada:${password}@[`),
    start(`postgresql://ada:${password}@127.0.0.1/x`, { OIDC_CLIENT_SECRET: secret.clientSecret }),
  ]);

  for (const refusal of refusals) {
    const said = refusal.status === 'rejected' ? String(refusal.reason) : 'it has started';
    expect(said).toMatch(/No connection to the database|DATABASE_URL|oidc.issuer/);
    expect(secretsIn(said, [password, ...Object.values(secret)])).toEqual([]);
  }
});

/** Plays a restricted video by its signed addresses, and others that somebody made up. Gives the signatures. */
async function playRestricted({ url, mediaRoot = '' }: ServiceProcess & { mediaRoot?: string }, key: string) {
  const client = clientWith(url, { Authorization: `Token ${key}` });
  const { body } = await client.get('/rest/users/me/').expect(200);
  const root = { id: body.id, username: 'root', url: body.url, token: key, client };
  const service = { url, mediaRoot, root, staff: root };
  const source = await clip('silent');
  const { id, slug } = await givenUpload(service, { source, is_restricted: 'true' });
  await launch(service, slug);
  await untilState(service, id, 'done');
  const { playback } = await videoOf(service, id);
  const address = String(playback.hls);
  const [, signature = ''] = /\/media\/signed\/([^/]+)\//.exec(address) ?? [];
  expect(signature).not.toBe('');
  expect((await fetch(address)).status).toBe(200);
  const madeUp = `${signature.slice(0, -6)}aaaaaa`;
  expect((await fetch(address.replace(signature, madeUp))).status).toBe(403);
  for (const misspelt of ['/MEDIA/signed/', '/media//signed/'])
    await fetch(address.replace('/media/signed/', misspelt));
  expect((await fetch(address.replace(/[^/]+$/, 'nothing.ts'))).status).toBeGreaterThanOrEqual(400);
  return [signature, madeUp];
}

/** Opens a video by its password and by a share link, with what goes wrong on the way. Gives the key and the cookie. */
async function openClosed({ url }: ServiceProcess, key: string): Promise<string[]> {
  const client = clientWith(url, { Authorization: `Token ${key}` });
  const { body: videos } = await client.get('/rest/videos/').expect(200);
  const [{ id, slug }] = videos.results;
  await client
    .patch(`/rest/videos/${id}/`)
    .send({ password: secret.videoPassword, is_restricted: false })
    .expect(200);
  const { body: link } = await client
    .post('/rest/share_links/')
    .send({ video: `/rest/videos/${id}/` })
    .expect(201);
  const path = `/video/${slug}/`;
  const visitor = visitorOf({ url });
  const statuses: number[] = [];
  for (const address of [link.address, `${path}live/?share=${link.key}`, `/video/x/?share=${link.key}`, path])
    statuses.push((await visitor.get(address)).status);
  const said: Answer[] = [];
  for (const password of [secret.guessedPassword, secret.videoPassword])
    said.push(await visitor.post(path, { password }));
  statuses.push(...said.map(({ status }) => status));
  expect(statuses).toEqual([200, 200, 404, 403, 403, 303]);
  const cookies = said.flatMap(({ headers }) => headers.getSetCookie());
  return [link.key, ...cookies.map((line) => /=([^;]*)/.exec(line)?.[1] ?? '')];
}

/** Signs in, changes the password and makes a token, with what goes wrong on the way. */
async function tellPeople({ url }: ServiceProcess, sql: pg.Client) {
  const visitor = visitorOf({ url });
  const { rootPassword, guessedPassword, newPassword } = secret;
  const secrets: string[] = ['a token of nobody'];
  const statuses: number[] = [];
  const seen = (answer: Answer): Answer => {
    for (const line of answer.headers.getSetCookie()) secrets.push(/=([^;]*)/.exec(line)?.[1] ?? '');
    secrets.push(...formsOf(answer.page).flatMap(({ values }) => values.getAll('csrfmiddlewaretoken')));
    return answer;
  };
  const post = async (...form: Parameters<typeof visitor.post>) => {
    const answer = seen(await visitor.post(...form));
    statuses.push(answer.status);
    return answer;
  };
  const login = '/accounts/login/';
  seen(await visitor.get(login));
  await post(
    login,
    { username: 'root', password: rootPassword, csrfmiddlewaretoken: 'a token of nobody' },
    { csrf: false },
  );
  await post(login, { username: 'root', password: guessedPassword });
  await post(login, { username: 'root', password: rootPassword });
  seen(await visitor.get('/accounts/'));
  const change = { current: rootPassword, password: newPassword, repeated: newPassword };
  await post('/accounts/', { ...change, current: guessedPassword });
  await sql.query('alter table users rename column password_hash to hash');
  await post('/accounts/', change);
  await sql.query('alter table users rename column hash to password_hash');
  await post('/accounts/', change);
  seen(await visitor.get('/admin/authtoken/add/'));
  const { page } = await post('/admin/authtoken/add/', { user: 'root', label: 'for a program' });
  const made = page.text.match(/\b[\da-f]{40}\b/g) ?? [];
  expect(made).not.toEqual([]);
  return { statuses, secrets: [...secrets, ...made] };
}

/** Signs in at the provider, which then refuses the service. */
async function comeFromProvider(
  { url }: ServiceProcess,
  provider: { signIn(address: string, subject: string): Promise<URL> },
): Promise<string[]> {
  const visitor = visitorOf({ url });
  const left = await visitor.get('/accounts/openid/');
  const back = await provider.signIn(left.location ?? '', 'ada');
  const { status } = await visitor.get(back.href);
  expect(status).toBeGreaterThanOrEqual(400);
  return [...back.searchParams.values()].filter((value) => value.length > 20);
}
