import { readdir } from 'node:fs/promises';
import path from 'node:path';
import {
  createEmptyDatabase,
  eventually,
  type RecordingServer,
  startRecordingServer,
  type TestDatabase,
} from '@campus/testing';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import type request from 'supertest';
import { validPdf } from '../support/pdfs.ts';
import { makeDataDir, type ServiceProcess, startServiceProcess, webhookEnv } from '../support/process.ts';
import { dateOf, givenDraft, givenInSigning, type RecordOnWire, recordOf } from '../support/records.ts';
import { RoundModel, type Trigger } from '../support/round-model.ts';
import { shownAt } from '../support/run-histories.ts';

/** Of one process to the signing application. */
const callsAtATime = 8;

const migrations = path.resolve(import.meta.dirname, '../../../../prisma/conventions-signing/migrations');

describe('Two replicas on one database', () => {
  let database: TestDatabase;
  let webhook: RecordingServer;
  let replicas: [ServiceProcess, ServiceProcess];
  const closing: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    database = await createEmptyDatabase();
    closing.push(() => database.drop());
    webhook = await startRecordingServer();
    closing.push(() => webhook.stop());
    const start = async () => {
      const { dataDir, remove } = await makeDataDir();
      closing.push(remove);
      const env = { DATABASE_URL: database.url, DATA_DIR: dataDir, ...webhookEnv(webhook.url) };
      const replica = await startServiceProcess(env);
      closing.push(() => replica.kill('SIGKILL'));
      return replica;
    };
    replicas = await Promise.all([start(), start()]);
  });

  afterAll(async () => {
    for (const close of closing.reverse()) await close();
  });

  test('Given a database without any table, When both start at once, Then it is migrated once and both are ready', async () => {
    const folders = (await readdir(migrations, { withFileTypes: true })).filter((entry) =>
      entry.isDirectory(),
    );
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const { rows } = await client.query<{ name: string; finished: boolean }>(
      'select migration_name as name, finished_at is not null and rolled_back_at is null as finished from _prisma_migrations order by 1',
    );
    await client.end();

    expect(rows).toEqual(folders.map(({ name }) => ({ name, finished: true })).sort(byName));
    for (const { institution } of replicas) await institution.get('/readyz').expect(200);
  });

  test('Given a document that one has sent, When the record is deleted through the other, Then it is not sent any more', async () => {
    const [sending, deleting] = replicas;
    const { id } = await givenDraft(sending);
    const paths = [`/public/api/conventions/${id}`, `/public/api/conventions/${id}/pdf`];
    for (const path of paths) await sending.vendor.get(path).expect(200);
    await deleting.institution.delete(`/api/conventions/${id}`).expect(204);

    for (const path of paths) await sending.vendor.get(path).expect(404);
  });

  test('Given sixteen who send, refuse, restore, deposit and date one record through both, Then what is shown is what its history led to', async () => {
    const pdf = await validPdf();
    for (let n = 0; n < 3; n += 1) {
      const { id } = await givenInSigning(replicas[0]);
      await send(...replicas, id);
      const acts = actsOn(id, pdf);

      const answers = await Promise.all(
        Array.from({ length: 16 }, (_none, index) =>
          acts[index % acts.length]?.(replicas[index % 2] ?? replicas[0]),
        ),
      );

      expect(
        answers.map((answer) => answer?.status).filter((status) => ![200, 202, 409].includes(status ?? 0)),
      ).toEqual([]);
      const { body: history } = await replicas[0].institution.get(
        `/api/conventions/${id}/history?page_size=200`,
      );
      const model = new RoundModel(2);
      const happened: RecordOnWire['history'] = history.results.toReversed();
      for (const event of happened)
        for (const trigger of triggerOf(event)) expect([event, model.apply(trigger)]).toEqual([event, null]);
      for (const replica of replicas) expect(await shownAt(replica, id)).toEqual(model.shown);
      await eventually(async () => {
        const { deliveries } = await recordOf(replicas[0], id);
        return deliveries.every(({ state }) => state !== 'pending');
      });
    }
  });

  test('Given records sent through both, When one is killed (SIGKILL) in the middle, Then every delivery has one successful call and nothing is lost', async () => {
    const [killed, survivor] = replicas;
    const gone = Promise.withResolvers<void>();
    const vendor = watchConcurrency(webhook, { answersAfter: gone.promise });
    const drafts: RecordOnWire[] = [];
    for (let index = 0; index < 60; index += 1)
      drafts.push(await givenDraft(replicas[index % 2] ?? survivor));

    const sending = drafts.map(async ({ id }, index) => {
      // The second half meets a replica that is just going.
      if (index >= drafts.length / 2) await gone.promise;
      await send(replicas[index % 2] ?? survivor, survivor, id);
    });
    // More than one process makes at a time, and none is answered: calls of both are open when one of them goes.
    await eventually(() => expect(webhook.requests.length).toBeGreaterThan(callsAtATime));
    const ended = killed.kill('SIGKILL');
    gone.resolve();
    await ended;
    await Promise.all(sending);

    await eventually(
      async () => {
        for (const { id } of drafts)
          expect((await recordOf(survivor, id)).deliveries).toMatchObject([{ state: 'delivered' }]);
      },
      { intervalMs: 250 },
    );
    for (const { id } of drafts) {
      const { state, round, deliveries, history } = await recordOf(survivor, id);
      expect([state, round]).toEqual(['signing', 1]);
      expect(deliveries[0]?.attempts).toMatchObject([{ number: 1, status: 200, error: null }]);
      expect(history.filter(({ event }) => event === 'delivered')).toHaveLength(1);
    }
    expect(vendor.recordsCalledTwiceAtOnce()).toEqual([]);
    // Calls were open in the process that was killed: they were made again.
    expect(webhook.requests.length).toBeGreaterThan(drafts.length);
    expect(vendor.called()).toEqual(new Set(drafts.map(({ id }) => id)));
  });

  test('SIGTERM ends the replica that is left, with exit code 0', async () => {
    expect(await replicas[1].kill('SIGTERM')).toEqual({ code: 0, signal: null });
  });
});

/** Sends a record for signature; when no answer comes, again through the other replica with the same key. */
async function send(replica: ServiceProcess, other: ServiceProcess, id: number): Promise<void> {
  const call = ({ institution }: ServiceProcess) =>
    institution.post(`/api/conventions/${id}/signature`).set('Idempotency-Key', `send-${id}`);
  const first = await call(replica).then(
    ({ status }) => status,
    () => 'no answer',
  );
  if (first === 'no answer') await call(other).expect(202);
  else expect(first).toBe(202);
}

/** Answers each call, from an instant on and after a while, and notices when one record is called while its call is still open. */
function watchConcurrency(webhook: RecordingServer, { answersAfter }: { answersAfter: Promise<void> }) {
  const open = new Map<number, number>();
  const twice = new Set<number>();
  const called = new Set<number>();
  webhook.answerWith(({ url }, response) => {
    const id = Number(url.split('=').at(-1));
    called.add(id);
    open.set(id, (open.get(id) ?? 0) + 1);
    if ((open.get(id) ?? 0) > 1) twice.add(id);
    response.on('close', () => open.set(id, (open.get(id) ?? 0) - 1));
    void answersAfter.then(() => setTimeout(() => response.end('REF'), 100 + Math.random() * 150));
  });
  return { recordsCalledTwiceAtOnce: () => [...twice], called: () => called };
}

function byName(a: { name: string }, b: { name: string }): number {
  return a.name < b.name ? -1 : 1;
}

/** What may happen at once to a record that is in its second round, in which nothing has come. */
function actsOn(id: number, pdf: Uint8Array): ((by: ServiceProcess) => request.Test)[] {
  const [ours, theirs] = [`/api/conventions/${id}`, `/public/api/conventions/${id}`];
  const { signatureDate: date, ...who } = dateOf(2);
  return [
    ({ institution }) => institution.post(`${ours}/signature`),
    ({ vendor }) => vendor.post(`${theirs}/refusal`).send({ ...who, date, reason: 'No.' }),
    ({ institution }) => institution.post(`${ours}/restore`).send({ round: 1 }),
    ({ vendor }) => vendor.post(`${theirs}/pdf`).attach('doc', Buffer.from(pdf), 'signed.pdf'),
    ({ vendor }) => vendor.patch(`${theirs}/dates`).send([dateOf(1)]),
    ({ vendor }) => vendor.patch(`${theirs}/dates`).send([dateOf(2)]),
    ({ institution }) => institution.delete(`${ours}/signature`),
  ];
}

/** What an event of the history was to the model; what follows from others is nothing. */
function triggerOf({ event, detail }: RecordOnWire['history'][number]): Trigger[] {
  const { order, round } = detail as { order: number; round: number };
  switch (event) {
    case 'signing-started':
      return [{ name: 'send' }];
    case 'returned-to-draft':
      return [{ name: 'take-back' }];
    case 'restored':
      return [{ name: 'restore', round }];
    case 'refused':
      return [{ name: 'refuse', order }];
    case 'date-recorded':
      return [{ name: 'date', order }];
    case 'deposited':
      return [{ name: 'deposit' }];
    default:
      return [];
  }
}
