import { eventually, type RecordingServer, startRecordingServer } from '@campus/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { useRestartedService } from '../support/restarted-service.ts';

const service = useRestartedService({ WEBHOOK_NETWORKS: '127.0.0.0/8' });
let receiver: RecordingServer;

beforeAll(async () => {
  receiver = await startRecordingServer();
});
afterAll(() => receiver.stop());

async function kill(): Promise<void> {
  await service.up.kill('SIGKILL');
  // What another process would wait for.
  await service.sql.query('update webhooks set served_until = now()');
}

const make = async (name: string) =>
  (await service.root.post('/rest/buildings/').send({ name }).expect(201)).body.id;

test('Given processes that are killed before, within and after calls, Then every event comes, in order, under one id', async () => {
  const { body: webhook } = await service.root
    .post('/rest/webhooks/')
    .send({ address: `${receiver.url}/hook`, events: ['buildings.created'] })
    .expect(201);

  // Before anything was looked for.
  const ids = [await make('one')];
  await kill();

  // Within a call, which is never answered.
  receiver.answerWith(() => undefined);
  await service.start();
  await eventually(() => receiver.requests.length > 0 && { done: true });
  ids.push(await make('two'));
  await kill();

  // As soon as a call was answered: it was noted, or not.
  let answered: () => void = () => {};
  const isAnswered = new Promise<void>((resolve) => {
    answered = resolve;
  });
  receiver.answerWith((_request, response) => void response.end(answered));
  await service.start();
  await isAnswered;
  await kill();

  receiver.answerWith((_request, response) => void response.end());
  await service.start();
  ids.push(await make('three'));
  const distinct = () => [...new Set(receiver.requests.map(({ headers }) => headers['webhook-id']))];
  await eventually(() => distinct().length > 2 && { done: true });

  const told = distinct().map((id) => receiver.requests.find(({ headers }) => headers['webhook-id'] === id));
  const bodies = told.map((request) => {
    const headers = Object.entries(request?.headers ?? {}).map(([name, value]) => [name, String(value)]);
    return new Webhook(webhook.secret).verify(request?.body.toString() ?? '', Object.fromEntries(headers));
  });
  expect(bodies).toMatchObject(ids.map((id) => ({ type: 'buildings.created', data: { id } })));
  await eventually(async () => {
    const { body } = await service.root.get('/rest/webhook_deliveries/?state=delivered').expect(200);
    expect(body.count).toBe(3);
  });
});
