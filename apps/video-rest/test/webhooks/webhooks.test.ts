import {
  eventually,
  type RecordedRequest,
  type RecordingServer,
  startRecordingServer,
} from '@campus/testing';
import { verifyWebhook } from '@campus/video-client';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { takeWebhooks } from '../../src/data/webhooks.ts';
import { toldResources } from '../../src/http/resources/told-resources.ts';
import { webhookLimits } from '../../src/webhooks/keep-webhooks.ts';
import { useService } from '../support/service.ts';

const service = useService({ webhookNetworks: ['127.0.0.1/32'] });
const closed = useService();

let receiver: RecordingServer;
beforeAll(async () => {
  receiver = await startRecordingServer();
});
afterAll(() => receiver.stop());

const list = '/rest/webhooks/';
const deliveries = '/rest/webhook_deliveries/';

interface Made {
  id: number;
  secret: string;
  path: string;
}

let count = 0;

/** A webhook of its own path at the receiver, and what came there. */
async function givenWebhook({
  at = receiver,
  by = service,
  ...given
}: {
  at?: RecordingServer;
  by?: typeof service;
  events?: string[];
  address?: string;
  active?: boolean;
} = {}) {
  count += 1;
  const path = `/hook-${count}`;
  const { client } = await by.givenUser({ isStaff: true });
  const { body } = await client
    .post(list)
    .send({ address: `${at.url}${path}`, ...given })
    .expect(201);
  const arrived = () => at.requests.filter(({ url }) => url === path);
  return { webhook: { ...body, path: `${list}${body.id}/` } as Made, arrived };
}

async function givenBuilding(by = service): Promise<{ url: string; id: number }> {
  count += 1;
  return (
    await by.staff.client
      .post('/rest/buildings/')
      .send({ name: `Building ${count}` })
      .expect(201)
  ).body;
}

async function stateOf({ path }: Made, by = service) {
  return (await by.staff.client.get(path).expect(200)).body;
}

async function deliveriesOf({ id }: Made, by = service) {
  return (await by.staff.client.get(`${deliveries}?webhook=${id}`).expect(200)).body.results;
}

function headersOf({ headers }: RecordedRequest): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}

const verified = (secret: string, request: RecordedRequest | undefined) =>
  request && new Webhook(secret).verify(request.body.toString(), headersOf(request));

/** Has what waits for its next attempt tried at once. */
const tryNow = ({ id }: Made) =>
  service.sql.query('update webhooks set next_attempt_at = now() where id = $1', [id]);

describe('A webhook', () => {
  test('is told of a change, signed as Standard Webhooks says, with its number', async () => {
    const { webhook, arrived } = await givenWebhook({ events: ['buildings.created'] });

    const building = await givenBuilding();
    await eventually(() => arrived().length > 0 && { done: true });

    const [request] = arrived();
    expect(request).toMatchObject({ method: 'POST', headers: { 'content-type': 'application/json' } });
    expect(verified(webhook.secret, request)).toEqual({
      type: 'buildings.created',
      timestamp: expect.any(String),
      data: {
        number: expect.any(Number),
        resource: 'buildings',
        id: building.id,
        url: building.url,
        video: null,
        fields: [],
      },
    });
    await eventually(async () => expect((await deliveriesOf(webhook))[0]?.state).toBe('delivered'));
    const [{ created, delivered }] = await deliveriesOf(webhook);
    expect(Date.parse(created)).toBeLessThanOrEqual(Date.parse(delivered));
  });

  test('is verified by the typed client, and nothing else is', async () => {
    const { webhook, arrived } = await givenWebhook({ active: false });
    await service.staff.client.post(`${webhook.path}test/`).expect(200);
    const [{ body, headers } = {} as RecordedRequest] = await eventually(
      () => arrived().length > 0 && arrived(),
    );
    const message = { body: body.toString(), headers };
    const refused = (...given: Parameters<typeof verifyWebhook>) =>
      expect(verifyWebhook(...given)).rejects.toMatchObject({ name: 'WebhookRefused' });

    expect(await verifyWebhook(message, webhook.secret)).toMatchObject({ type: 'webhook.test' });
    await refused({ ...message, body: `${message.body} ` }, webhook.secret);
    await refused({ ...message, headers: { ...headers, 'webhook-id': 'other' } }, webhook.secret);
    await refused({ ...message, headers: {} }, webhook.secret);
    await refused(message, `whsec_${Buffer.from('another').toString('base64')}`);
    await refused(message, webhook.secret, { now: new Date(Date.now() + 600_000) });
  });

  test('is told in order, of its events alone, and of nothing that was before it', async () => {
    await givenBuilding();
    const { arrived } = await givenWebhook({ events: ['buildings.created', '*.deleted'] });
    const made = [await givenBuilding(), await givenBuilding(), await givenBuilding()];
    await eventually(() => arrived().length > 2 && { done: true });
    await service.staff.client
      .patch(new URL(made[0]?.url ?? '').pathname)
      .send({ name: `Other ${count}` })
      .expect(200);
    await service.staff.client.delete(new URL(made[1]?.url ?? '').pathname).expect(204);
    await eventually(() => arrived().length > 3 && { done: true });

    const told = arrived().map(({ body }) => JSON.parse(body.toString()));
    expect(told.map(({ type, data }) => [type, data.id])).toEqual([
      ...made.map(({ id }) => ['buildings.created', id]),
      ['buildings.deleted', made[1]?.id],
    ]);
    const numbers = told.map(({ data }) => data.number);
    expect(numbers).toEqual(numbers.toSorted((one, other) => one - other));
  });

  test('shows its secret once, and nowhere else', async () => {
    const { webhook } = await givenWebhook({ active: false });
    const asked = [webhook.path, list, '/rest/export/?resources=webhooks'].map((path) =>
      service.root.client.get(path),
    );

    for (const { text } of await Promise.all(asked)) expect(text).not.toContain('whsec_');
    const { rows } = await service.sql.query('select w::text from webhooks w where id = $1', [webhook.id]);
    expect(JSON.stringify(rows)).not.toContain(webhook.secret.slice(6, 20));
  });

  test('that has a new secret is signed with both for a day', async () => {
    const { webhook, arrived } = await givenWebhook({ events: ['buildings.created'] });
    const { body, headers } = await service.staff.client.post(`${webhook.path}rotate/`).expect(200);
    expect(headers['cache-control']).toBe('no-store');

    await givenBuilding();
    await eventually(() => arrived().length > 0 && { done: true });
    const [both] = arrived();
    expect(body.secret).not.toBe(webhook.secret);
    expect([verified(webhook.secret, both), verified(body.secret, both)]).not.toContain(undefined);

    await service.sql.query(`update webhooks set rotated_at = now() - interval '25 hours' where id = $1`, [
      webhook.id,
    ]);
    await givenBuilding();
    await eventually(() => arrived().length > 1 && { done: true });
    const [, one] = arrived();
    expect(verified(body.secret, one)).toBeDefined();
    expect(() => verified(webhook.secret, one)).toThrow();
  });

  test('that is not active is told nothing but tests', async () => {
    const { webhook, arrived } = await givenWebhook({ active: false });
    await givenBuilding();
    await service.staff.client.post(`${webhook.path}test/`).expect(200);
    await eventually(() => arrived().length > 0 && { done: true });

    expect(verified(webhook.secret, arrived()[0])).toMatchObject({ type: 'webhook.test' });
    await eventually(async () =>
      expect(await deliveriesOf(webhook)).toMatchObject([
        { event: 'webhook.test', number: null, state: 'delivered' },
      ]),
    );
    expect(arrived()).toHaveLength(1);
  });

  test('is nobody’s business but that of staff', async () => {
    const { webhook } = await givenWebhook({ active: false });
    const { client } = service.ada;

    for (const path of [list, webhook.path, deliveries]) await client.get(path).expect(403);
    await client.post(list).send({ address: receiver.url }).expect(403);
    await client.post(`${webhook.path}rotate/`).expect(403);
    await client.post(`${webhook.path}test/`).expect(403);
  });

  test.each([
    [{ address: 'ftp://example.org/' }, 'address'],
    [{ address: 'https://user:word@example.org/' }, 'address'],
    [{ address: 'http://10.0.0.7/' }, 'address'],
    [{ address: 'http://[::1]/' }, 'address'],
    [{ address: 'http://169.254.169.254/' }, 'address'],
    [{ address: 'https://example.org/', events: ['videos.watched'] }, 'events'],
    [{ address: 'https://example.org/', events: ['nothing.*'] }, 'events'],
    [{ address: 'https://example.org/', events: ['users.*'] }, 'events'],
  ])('%j is refused at %s', async (given, field) => {
    const { body } = await service.staff.client.post(list).send(given).expect(400);

    expect(Object.keys(body)).toEqual([field]);
  });

  test('is made for the events of every resource that the feed tells of', async () => {
    const events = toldResources.map(({ path }) => `${path}.created`);
    const { webhook, arrived } = await givenWebhook({ events });

    await service.staff.client
      .post('/rest/discipline/')
      .send({ title: `Physics ${count}` })
      .expect(201);
    await eventually(() => arrived().length > 0 && { done: true });

    expect(verified(webhook.secret, arrived()[0])).toMatchObject({ type: 'discipline.created' });
  });

  test('is refused to whoever has made too many', async () => {
    const eve = await service.givenUser({ isStaff: true });
    const make = () => eve.client.post(list).send({ address: 'https://example.org/', active: false });

    for (let made = 0; made < webhookLimits.perMaker; made += 1) await make().expect(201);
    const { body } = await make().expect(403);

    expect(body.detail).toContain(String(webhookLimits.perMaker));
    await service.sql.query('delete from webhooks where created_by_id = $1', [eve.id]);
  });
});

describe('When a receiver fails', () => {
  test('Given an error, Then the event is tried again, before those behind it, under its id', async () => {
    const failing = await startRecordingServer(
      (_request, response) => void response.writeHead(500).end('no room'),
    );
    const { webhook, arrived } = await givenWebhook({ at: failing, events: ['buildings.created'] });
    await givenBuilding();
    await givenBuilding();
    await eventually(async () =>
      expect(await stateOf(webhook)).toMatchObject({ failed_attempts: 1, next_attempt: expect.any(String) }),
    );
    const [first] = arrived();
    failing.answerWith((_request, response) => void response.end());
    await tryNow(webhook);
    await eventually(() => arrived().length > 2 && { done: true });

    const ids = arrived().map(({ headers }) => headers['webhook-id']);
    expect(ids[1]).toBe(first?.headers['webhook-id']);
    expect(ids[2]).not.toBe(ids[1]);
    await eventually(async () =>
      expect(await stateOf(webhook)).toMatchObject({ failed_attempts: 0, failing_since: null }),
    );
    const [, delivery] = await deliveriesOf(webhook);
    expect(delivery).toMatchObject({ state: 'delivered', attempts: 2, status: 200 });
    const { body: attempts } = await service.staff.client
      .get(`${deliveries}${delivery.id}/attempts/`)
      .expect(200);
    expect(attempts).toMatchObject([
      { status: 500, error: 'answered 500', answer: { body: 'no room', isWhole: true } },
      { status: 200, error: null },
    ]);
    expect(JSON.stringify(attempts)).not.toContain(webhook.secret.slice(6));
    await failing.stop();
  });

  test('Given three days of it, Then it is switched off, and goes on where it was when it is switched on', async () => {
    const away = await startRecordingServer((_request, response) => void response.writeHead(503).end());
    const { webhook, arrived } = await givenWebhook({ at: away, events: ['buildings.created'] });
    await givenBuilding();
    await givenBuilding();
    await eventually(async () => expect((await stateOf(webhook)).failed_attempts).toBe(1));
    await service.sql.query(
      `update webhooks set failing_since = now() - interval '73 hours', next_attempt_at = now() where id = $1`,
      [webhook.id],
    );
    await eventually(async () =>
      expect(await stateOf(webhook)).toMatchObject({ active: false, switched_off: expect.any(String) }),
    );

    away.answerWith((_request, response) => void response.end());
    const { body } = await service.staff.client.patch(webhook.path).send({ active: true }).expect(200);
    expect(body).toMatchObject({ active: true, switched_off: null, failed_attempts: 0 });
    await eventually(() => arrived().length > 3 && { done: true });
    expect(new Set(arrived().map(({ headers }) => headers['webhook-id'])).size).toBe(2);
    await away.stop();
  });

  test('Given 410, Then it is switched off at once', async () => {
    const gone = await startRecordingServer((_request, response) => void response.writeHead(410).end());
    const { webhook, arrived } = await givenWebhook({ at: gone, events: ['buildings.created'] });
    await givenBuilding();

    await eventually(async () => expect(await stateOf(webhook)).toMatchObject({ active: false }));
    expect(arrived()).toHaveLength(1);
    await gone.stop();
  });

  test('Given one that does not answer, Then another is told meanwhile', async () => {
    const silent = await startRecordingServer(() => undefined);
    const slow = await givenWebhook({ at: silent, events: ['buildings.created'] });
    const fast = await givenWebhook({ events: ['buildings.created'] });
    await givenBuilding();
    await eventually(() => slow.arrived().length > 0 && { done: true });
    for (let made = 0; made < 5; made += 1) await givenBuilding();
    await eventually(() => fast.arrived().length > 5 && { done: true });

    expect(slow.arrived()).toHaveLength(1);
    await service.staff.client.delete(slow.webhook.path).expect(204);
    await silent.stop();
  });

  test('Given a redirect, Then it is not followed', async () => {
    const inside = await startRecordingServer();
    const leading = await startRecordingServer(
      (_request, response) => void response.writeHead(302, { Location: inside.url }).end(),
    );
    const { webhook } = await givenWebhook({ at: leading, events: ['buildings.created'] });
    await givenBuilding();

    await eventually(async () =>
      expect(await deliveriesOf(webhook)).toMatchObject([
        { state: 'waiting', status: 302, error: 'answered 302: redirects are not followed' },
      ]),
    );
    expect(inside.requests).toEqual([]);
    await inside.stop();
    await leading.stop();
  });

  test('Given changes that were forgotten meanwhile, Then they are counted as missed', async () => {
    const { webhook, arrived } = await givenWebhook({ events: ['buildings.created'] });
    await givenBuilding();
    await eventually(() => arrived().length > 0 && { done: true });
    // While nobody has it, who would note where it is.
    await eventually(async () => {
      const { rowCount } = await service.sql.query(
        `with forgotten as (delete from changes where position < (select max(position) from changes))
         update webhooks set position = greatest(0, (select max(position) from changes) - 3)
         where id = $1 and served_until is null`,
        [webhook.id],
      );
      expect(rowCount).toBe(1);
    });

    await eventually(async () => expect((await stateOf(webhook)).missed).toBeGreaterThanOrEqual(2));
  });
});

describe('A delivery', () => {
  test('is sent again, under its id, once', async () => {
    const { webhook, arrived } = await givenWebhook({ events: ['buildings.created'] });
    await givenBuilding();
    await eventually(async () => expect((await deliveriesOf(webhook))[0]?.state).toBe('delivered'));
    const [delivery] = await deliveriesOf(webhook);
    await service.staff.client.post(`${deliveries}${delivery.id}/send_again/`).expect(200);
    await eventually(async () => expect((await deliveriesOf(webhook))[0]?.attempts).toBe(2));

    const [first, again] = arrived();
    expect(again?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    expect(again?.body).toEqual(first?.body);
    expect(arrived()).toHaveLength(2);
  });

  test('that waits for its next attempt is tried at once', async () => {
    const failing = await startRecordingServer((_request, response) => void response.writeHead(500).end());
    const { webhook, arrived } = await givenWebhook({ at: failing, events: ['buildings.created'] });
    await givenBuilding();
    await eventually(async () => expect((await stateOf(webhook)).failed_attempts).toBe(1));
    const [delivery] = await deliveriesOf(webhook);
    await service.sql.query(
      `update webhooks set next_attempt_at = now() + interval '4 hours' where id = $1`,
      [webhook.id],
    );
    failing.answerWith((_request, response) => void response.end());
    await service.staff.client.post(`${deliveries}${delivery.id}/send_again/`).expect(200);

    await eventually(async () => expect((await deliveriesOf(webhook))[0]?.state).toBe('delivered'));
    expect(arrived()).toHaveLength(2);
    await failing.stop();
  });

  test('at which its webhook fails is left out, and those behind it are told', async () => {
    const failing = await startRecordingServer(({ body }, response) => {
      response.writeHead(body.toString().includes(`"id":${poison}`) ? 422 : 200).end();
    });
    let poison = 0;
    const { webhook } = await givenWebhook({ at: failing, events: ['buildings.created'], active: false });
    poison = (await givenBuilding()).id;
    const next = await givenBuilding();
    await service.staff.client.patch(webhook.path).send({ active: true }).expect(200);
    await eventually(async () => expect((await stateOf(webhook)).failed_attempts).toBe(1));
    const [delivery] = await deliveriesOf(webhook);

    await service.ada.client.post(`${deliveries}${delivery.id}/leave_out/`).expect(403);
    await service.staff.client.post(`${deliveries}${delivery.id}/leave_out/`).expect(200);
    await service.staff.client.post(`${deliveries}${delivery.id}/leave_out/`).expect(409);

    await eventually(async () =>
      expect((await deliveriesOf(webhook)).map((one: { state: string }) => one.state)).toEqual([
        'delivered',
        'failed',
      ]),
    );
    expect(failing.requests.at(-1)?.body.toString()).toContain(`"id":${next.id}`);
    expect(await stateOf(webhook)).toMatchObject({ failed_attempts: 0, failing_since: null });
    poison = 0;
    await service.staff.client.post(`${deliveries}${delivery.id}/send_again/`).expect(200);
    await eventually(async () => expect((await deliveriesOf(webhook))[1]?.state).toBe('delivered'));
    await failing.stop();
  });

  test('is not asked for without end', async () => {
    const silent = await startRecordingServer(() => undefined);
    const { webhook } = await givenWebhook({ at: silent, active: false });
    for (let asked = 0; asked < webhookLimits.asked; asked += 1)
      await service.staff.client.post(`${webhook.path}test/`).expect(200);

    await service.staff.client.post(`${webhook.path}test/`).expect(429);
    await service.staff.client.delete(webhook.path).expect(204);
    await silent.stop();
  });
});

test('Where no network is named, a webhook leads into none, by whatever name', async () => {
  await closed.staff.client.post(list).send({ address: receiver.url }).expect(400);
  const address = receiver.url.replace('127.0.0.1', 'localhost');
  const before = receiver.requests.length;
  const { webhook } = await givenWebhook({ by: closed, address: `${address}/closed` });
  await closed.staff.client.post(`${webhook.path}test/`).expect(200);

  await eventually(async () =>
    expect(await deliveriesOf(webhook, closed)).toMatchObject([
      { state: 'failed', error: expect.stringMatching(/^localhost is in a private or local network/) },
    ]),
  );
  expect(receiver.requests.slice(before).map(({ url }) => url)).not.toContain('/closed');
});

test('A webhook with many deliveries is told nothing any more from its removal on, while these still go', async () => {
  const { webhook } = await givenWebhook({ active: false });
  await service.sql.query(
    `insert into webhook_deliveries (webhook_id, event, body, state)
     select $1, 'test', '{}', 'failed' from generate_series(1, 1700)`,
    [webhook.id],
  );
  const holder = await service.sql.connect();
  try {
    await holder.query('begin');
    await holder.query('update webhook_deliveries set asked_at = now() where webhook_id = $1', [webhook.id]);
    const taken = async () => {
      await holder.query('savepoint taken');
      const all = await takeWebhooks(holder, { now: new Date(Date.now() + 3_600_000), until: new Date() });
      await holder.query('rollback to savepoint taken');
      return all.some(({ id }) => id === webhook.id);
    };
    await eventually(taken);

    await service.staff.client.delete(webhook.path).expect(204);

    expect(await taken()).toBe(false);
  } finally {
    await holder.query('rollback');
    holder.release();
  }
});
