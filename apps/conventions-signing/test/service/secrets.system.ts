import { createServer } from 'node:net';
import {
  cookieJar,
  createTestDatabase,
  eventually,
  freePort,
  secretsIn,
  startRecordingServer,
} from '@campus/testing';
import { formsOf, readPage } from '@campus/testing/markup';
import { startOpenIdProvider } from '@campus/testing/openid';
import { afterEach, expect, test } from '@jest/globals';
import pg from 'pg';
import { makeDataDir, type ServiceProcess, startServiceProcess, webhookEnv } from '../support/process.ts';
import { givenDraft, recordOf } from '../support/records.ts';
import { callerWith, managementToken, publicToken, webhookToken } from '../support/service.ts';

const secret = {
  rootPassword: 'password-of-the-root-account',
  guessedPassword: 'password-that-is-a-guess',
  newPassword: 'password-that-is-new',
  clientSecret: 'secret-of-the-openid-client',
  wrongToken: 'token-that-is-a-guess',
  queryToken: 'token-in-a-query',
  webhookKey: 'key-in-the-webhook-address',
};
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** A browser without scripts. */
function browserAt(url: string) {
  const jar = cookieJar();
  let csrf = '';
  const open = async (path: string, init: RequestInit = {}) => {
    const headers = { Accept: 'text/html', Cookie: jar.header() };
    const response = await fetch(new URL(path, url), { redirect: 'manual', ...init, headers });
    jar.keep(response);
    const text = await response.text();
    const forms = formsOf(readPage(text));
    csrf = forms.flatMap(({ values }) => values.getAll('csrfmiddlewaretoken'))[0] ?? csrf;
    return { status: response.status, location: response.headers.get('location') ?? '' };
  };
  return {
    get: open,
    post: (path: string, fields: Record<string, string>, token = csrf) =>
      open(path, { method: 'POST', body: new URLSearchParams({ csrfmiddlewaretoken: token, ...fields }) }),
    secrets: () => [...jar.cookies.values(), csrf],
  };
}

test('Whatever happens, no token, password, cookie or key of anybody is in the log', async () => {
  const database = await createTestDatabase('conventions-signing');
  closing.push(() => database.drop());
  const { dataDir, remove } = await makeDataDir();
  closing.push(remove);
  const webhook = await startRecordingServer((_request, response) => void response.writeHead(401).end());
  closing.push(() => webhook.stop());
  const provider = await startOpenIdProvider({ people: [{ subject: 'ada' }] });
  closing.push(() => provider.stop());
  const port = await freePort();
  const service = await startServiceProcess({
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    SERVER_PORT: String(port),
    ROOT_PASSWORD: secret.rootPassword,
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: 'signing',
    OIDC_CLIENT_SECRET: secret.clientSecret,
    ...webhookEnv(`${webhook.url}/start?key=${secret.webhookKey}`),
  });
  closing.push(() => service.kill('SIGKILL'));
  provider.register({
    clientId: 'signing',
    clientSecret: 'another than the service has',
    redirectUris: [`${service.url}/console/account/openid/callback/`],
  });
  const sql = new pg.Client({ connectionString: database.url });
  sql.on('error', () => undefined);
  await sql.connect();
  closing.push(() => sql.end());

  const statuses = await tellPrograms(service, sql);
  const people = await tellPeople(service, sql);
  const codes = await comeFromProvider(service, provider);
  const { id } = await givenDraft(service);
  await service.institution.post(`/api/conventions/${id}/signature`).expect(202);
  const untilAttempts = (count: number) =>
    eventually(async () => expect((await recordOf(service, id)).deliveries[0]?.attempts).toHaveLength(count));
  await untilAttempts(1);
  await webhook.stop();
  await untilAttempts(2);

  expect(statuses).toEqual([200, 401, 401, 401, 401, 400, 400, 500]);
  expect(people.statuses).toEqual([403, 403, 303, 400, 500, 303]);
  // The database goes away under it.
  await sql.end();
  await database.drop();
  const ready = await fetch(`${service.metricsUrl}/readyz`);
  expect(ready.status).toBe(503);
  expect((await service.vendor.get(`/public/api/conventions/${id}`)).status).toBe(503);
  await service.waitForOutput(/not ready: database/);
  await service.kill('SIGTERM');

  const lines = service.output();
  expect(lines.match(/unexpected error/g)?.length).toBeGreaterThan(1);
  expect(lines).toContain('the database is away');
  expect(lines).toContain('"path":"/api/conventions"');
  expect(lines).toContain('the call to the signing application');
  const secrets = [
    ...Object.values(secret),
    ...[publicToken, managementToken, webhookToken, new URL(database.url).password],
    ...people.secrets,
    ...codes,
  ];
  expect(secretsIn(lines, secrets, { usernames: ['root', 'signing'] })).toEqual([]);
});

test('A start that is refused names no secret either', async () => {
  const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
  closing.push(async () => void server.close());
  const { dataDir, remove } = await makeDataDir();
  closing.push(remove);
  const { port } = server.address() as { port: number };
  const password = 'password-of-a-database';

  const refusals = await Promise.allSettled([
    startServiceProcess({
      DATABASE_URL: `postgresql://ada:${password}@127.0.0.1:${port}/x`,
      DATA_DIR: dataDir,
    }),
    startServiceProcess({ DATABASE_URL: `postgresql://ada:${password}@[`, DATA_DIR: dataDir }),
    startServiceProcess({
      ROOT_PASSWORD: 'short!',
      WEBHOOK_SIGNATURE_TOKEN: secret.webhookKey,
      DATA_DIR: dataDir,
    }),
  ]);

  for (const refusal of refusals) {
    const said = refusal.status === 'rejected' ? String(refusal.reason) : 'it has started';
    expect(said).toMatch(/No connection to the database|DATABASE_URL|webhook.signature.token/);
    expect(secretsIn(said, [password, 'short!', secret.webhookKey])).toEqual([]);
  }
});

/** Calls with every kind of credentials, right and wrong, the last one into a bug. */
async function tellPrograms({ url, vendor, institution }: ServiceProcess, sql: pg.Client): Promise<number[]> {
  const path = '/public/api/conventions/999999999';
  const { id } = await givenDraft({ institution });
  const as = (authorization: string | null) => callerWith(url, authorization);
  const statuses = [
    (await vendor.get(`/public/api/conventions/${id}?access_token=${secret.queryToken}`)).status,
    (await as(`Bearer ${secret.wrongToken}`).get(path)).status,
    (await as(`Bearer ${managementToken}`).get(path)).status,
    (await as(`bearer${publicToken}`).get(path)).status,
    (await as(null).get(`${path}?access_token=${publicToken}`)).status,
    (await institution.post('/api/conventions').type('json').send(`{"token": "${secret.wrongToken}`)).status,
    (await institution.post('/api/conventions').field('metadata', secret.wrongToken)).status,
  ];
  await sql.query('alter table signables rename column title to heading');
  statuses.push((await vendor.get(`/public/api/conventions/${id}`)).status);
  await sql.query('alter table signables rename column heading to title');
  return statuses;
}

/** Signs in and changes the password, with what goes wrong on the way. */
async function tellPeople({ url }: ServiceProcess, sql: pg.Client) {
  const browser = browserAt(url);
  const account = '/console/account/';
  const login = `${account}login/`;
  const { rootPassword, guessedPassword, newPassword } = secret;
  const statuses: number[] = [];
  const post = async (...form: Parameters<typeof browser.post>) => {
    statuses.push((await browser.post(...form)).status);
  };
  await browser.get(login);
  await post(login, { username: 'root', password: rootPassword }, 'a token of nobody');
  await post(login, { username: 'root', password: guessedPassword });
  await post(login, { username: 'root', password: rootPassword });
  const signedOut = browser.secrets();
  await browser.get(account);
  const change = { current: rootPassword, password: newPassword, repeated: newPassword };
  await post(account, { ...change, current: guessedPassword });
  await sql.query('alter table accounts rename column password_hash to hash');
  await post(account, change);
  await sql.query('alter table accounts rename column hash to password_hash');
  await post(account, change);
  return { statuses, secrets: [...signedOut, ...browser.secrets(), 'a token of nobody', '$scrypt$'] };
}

/** Signs in at the provider, which then refuses the service. */
async function comeFromProvider(
  { url }: ServiceProcess,
  provider: { signIn(address: string, subject: string): Promise<URL> },
): Promise<string[]> {
  const browser = browserAt(url);
  const { location } = await browser.get('/console/account/openid/');
  const back = await provider.signIn(location, 'ada');
  const { status } = await browser.get(back.href);
  expect(status).toBeGreaterThanOrEqual(400);
  return [...back.searchParams.values(), ...browser.secrets()].filter((value) => value.length > 20);
}
