import { eventually, type RecordingServer, startRecordingServer } from '@campus/testing';
import { afterAll, expect, test } from '@jest/globals';
import { newName } from '../support/given-records.ts';
import { useService } from '../support/service.ts';

const service = useService({ webhookNetworks: ['127.0.0.1/32'] });
const closing: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

const backlog = 10_000;

async function givenReceiver(): Promise<{ receiver: RecordingServer; numbers: () => number[] }> {
  const receiver = await startRecordingServer((_request, response) => void response.writeHead(503).end());
  closing.push(() => receiver.stop());
  await service.staff.client
    .post('/rest/webhooks/')
    .send({ address: `${receiver.url}/hook`, events: ['buildings.created'] })
    .expect(201);
  const numbers = () => receiver.requests.map(({ body }) => JSON.parse(body.toString()).data.number);
  return { receiver, numbers };
}

/** How long after its answer a building is told, in milliseconds, the middle of some. */
async function medianDelay({ requests }: RecordingServer): Promise<number> {
  const delays: number[] = [];
  for (let n = 0; n < 20; n += 1) {
    const before = requests.length;
    await service.staff.client.post('/rest/buildings/').send({ name: newName() }).expect(201);
    const madeAt = performance.now();
    await eventually(() => requests.length > before, { intervalMs: 2 });
    delays.push(performance.now() - madeAt);
  }
  return delays.toSorted((one, other) => one - other)[10] ?? Number.NaN;
}

test('Given 10,000 events after an outage, When one of two receivers takes two seconds for each, Then the other has all of them, in order, and what is new at once', async () => {
  const { sql } = service;
  const fast = await givenReceiver();
  const slow = await givenReceiver();
  await service.staff.client.post('/rest/buildings/').send({ name: newName() }).expect(201);
  await eventually(() => fast.receiver.requests.length === 1 && slow.receiver.requests.length === 1);
  await sql.query(
    `insert into buildings (name) select 'Building ' || n from generate_series(2, ${backlog}) n`,
  );
  fast.receiver.answerWith((_request, response) => void response.end());
  slow.receiver.answerWith((_request, response) => void setTimeout(() => response.end(), 2_000));
  const beganAt = performance.now();
  await sql.query('update webhooks set next_attempt_at = now()');

  await eventually(() => fast.receiver.requests.length > backlog, { timeoutMs: 500_000, intervalMs: 20 });
  const seconds = (performance.now() - beganAt) / 1000;
  const beside = await medianDelay(fast.receiver);
  const toldSlow = slow.receiver.requests.length - 1;
  await sql.query(`update webhooks set is_active = false where address like '${slow.receiver.url}%'`);
  await eventually(async () => {
    const { rows } = await sql.query('select from webhooks where served_until is not null and not is_active');
    expect(rows).toEqual([]);
  });
  const alone = await medianDelay(fast.receiver);

  // The first of them was refused at first.
  const [first, ...told] = fast.numbers();
  expect(told[0]).toBe(first);
  expect(told).toHaveLength(backlog + 40);
  expect(told).toEqual([...new Set(told)].toSorted((one, other) => one - other));
  expect(toldSlow).toBeLessThan(backlog / 10);
  process.stdout.write(
    `${Math.round(backlog / seconds)} events a second beside a receiver that was told ${toldSlow}; what is new ${beside.toFixed(0)} ms later beside it, ${alone.toFixed(0)} ms alone\n`,
  );
}, 600_000);

test('Given 100,000 events that a webhook does not want, When one comes that it does, Then it is told without waiting for those to be looked at a few at a time', async () => {
  const { sql, staff } = service;
  await sql.query('update webhooks set is_active = false');
  const { receiver } = await givenReceiver();
  receiver.answerWith((_request, response) => void response.end());
  await sql.query(
    `with last as (select coalesce(max(position), 0) as position from changes)
     insert into changes (position, kind, table_name, object_id, transaction)
     select last.position + n, 'changed', 'buildings', 1, 0 from last, generate_series(1, 100000) n`,
  );
  const beganAt = performance.now();
  await staff.client.post('/rest/buildings/').send({ name: newName() }).expect(201);
  await eventually(() => receiver.requests.length === 1, { intervalMs: 20 });
  const seconds = (performance.now() - beganAt) / 1000;

  process.stdout.write(`told ${seconds.toFixed(1)} s later\n`);
  expect(seconds).toBeLessThan(20);
}, 300_000);
