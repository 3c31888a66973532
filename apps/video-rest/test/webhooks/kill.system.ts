import { createTestDatabase, eventually, type RecordingServer, startRecordingServer } from '@campus/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { Webhook } from 'standardwebhooks';
import { clientWith } from '../support/service.ts';
import { makeDataDir, type ServiceProcess, startServiceProcess } from '../support/service-process.ts';

const rootPassword = 'a password of the first superuser';
const closing: (() => Promise<unknown>)[] = [];
let sql: pg.Pool;
let receiver: RecordingServer;
let start: () => Promise<ServiceProcess>;

beforeAll(async () => {
  const database = await createTestDatabase('video-rest');
  const { dataDir, remove } = await makeDataDir();
  receiver = await startRecordingServer();
  sql = new pg.Pool({ connectionString: database.url, max: 1 });
  closing.push(
    remove,
    () => database.drop(),
    () => sql.end(),
    () => receiver.stop(),
  );
  const env = { WEBHOOK_NETWORKS: '127.0.0.0/8' };
  start = () => startServiceProcess({ databaseUrl: database.url, dataDir, rootPassword, env });
});
afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

const clientOf = ({ url }: ServiceProcess) =>
  clientWith(url, { Authorization: `Basic ${Buffer.from(`root:${rootPassword}`).toString('base64')}` });

async function kill(service: ServiceProcess): Promise<void> {
  await service.kill('SIGKILL');
  // What another process would wait for.
  await sql.query('update webhooks set served_until = now()');
}

test('Given processes that are killed before, within and after calls, Then every event comes, in order, under one id', async () => {
  const first = await start();
  const { body: webhook } = await clientOf(first)
    .post('/rest/webhooks/')
    .send({ address: `${receiver.url}/hook`, events: ['buildings.created'] })
    .expect(201);
  const make = async (service: ServiceProcess, name: string) =>
    (await clientOf(service).post('/rest/buildings/').send({ name }).expect(201)).body.id;

  // Before anything was looked for.
  const ids = [await make(first, 'one')];
  await kill(first);

  // Within a call, which is never answered.
  receiver.answerWith(() => undefined);
  const second = await start();
  await eventually(() => receiver.requests.length > 0 && { done: true });
  ids.push(await make(second, 'two'));
  await kill(second);

  // As soon as a call was answered: it was noted, or not.
  let answered: () => void = () => {};
  const isAnswered = new Promise<void>((resolve) => {
    answered = resolve;
  });
  receiver.answerWith((_request, response) => void response.end(answered));
  const third = await start();
  await isAnswered;
  await kill(third);

  receiver.answerWith((_request, response) => void response.end());
  const last = await start();
  ids.push(await make(last, 'three'));
  const distinct = () => [...new Set(receiver.requests.map(({ headers }) => headers['webhook-id']))];
  await eventually(() => distinct().length > 2 && { done: true });

  const told = distinct().map((id) => receiver.requests.find(({ headers }) => headers['webhook-id'] === id));
  const bodies = told.map((request) => {
    const headers = Object.entries(request?.headers ?? {}).map(([name, value]) => [name, String(value)]);
    return new Webhook(webhook.secret).verify(request?.body.toString() ?? '', Object.fromEntries(headers));
  });
  expect(bodies).toMatchObject(ids.map((id) => ({ type: 'buildings.created', data: { id } })));
  await eventually(async () => {
    const { body } = await clientOf(last).get('/rest/webhook_deliveries/?state=delivered').expect(200);
    expect(body.count).toBe(3);
  });
  await last.kill('SIGTERM');
});
