import {
  countWaiting,
  createTestDatabase,
  eventually,
  type RecordingServer,
  startRecordingServer,
  type TestDatabase,
} from '@campus/testing';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { makeDataDir, type ServiceProcess, startServiceProcess, webhookEnv } from '../support/process.ts';
import { givenDraft, type RecordOnWire, recordOf } from '../support/records.ts';

describe('When the process is killed (SIGKILL)', () => {
  let database: TestDatabase;
  let webhook: RecordingServer;
  let first: ServiceProcess;
  let second: ServiceProcess;
  let called: RecordOnWire;
  let halfSent: RecordOnWire;
  const closing: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    database = await createTestDatabase('conventions-signing');
    closing.push(() => database.drop());
    const { dataDir, remove } = await makeDataDir();
    closing.push(remove);
    webhook = await startRecordingServer(() => undefined);
    closing.push(() => webhook.stop());
    const env = { DATABASE_URL: database.url, DATA_DIR: dataDir, ...webhookEnv(webhook.url) };
    first = await startServiceProcess(env);
    closing.push(() => first.kill('SIGKILL'));

    // One record whose call is under way, and one whose transaction is held up: its end has not been sent.
    called = await givenDraft(first);
    halfSent = await givenDraft(first);
    await first.institution.post(`/api/conventions/${called.id}/signature`).expect(202);
    await eventually(() => expect(webhook.requests).toHaveLength(1));
    const sql = new pg.Pool({ connectionString: database.url });
    closing.push(() => sql.end());
    const blocker = await sql.connect();
    await blocker.query('begin; lock table deliveries in exclusive mode');
    const lost = first.institution.post(`/api/conventions/${halfSent.id}/signature`).then(
      ({ status }) => status,
      () => 'no answer',
    );
    await eventually(async () => (await countWaiting(sql)) === 1, { describe: 'the call to sign waits' });
    await first.kill('SIGKILL');
    expect(await lost).toBe('no answer');
    await blocker.query('rollback');
    blocker.release();

    webhook.answerWith((_request, response) => void response.end('REF-1'));
    second = await startServiceProcess(env);
    closing.push(() => second.kill('SIGKILL'));
  });

  afterAll(async () => {
    for (const close of closing.reverse()) await close();
  });

  test('the call that was under way is made again, as the same delivery and attempt', async () => {
    await eventually(async () =>
      expect((await recordOf(second, called.id)).deliveries[0]?.state).toBe('delivered'),
    );

    const about = webhook.requests.filter(({ url }) => url.endsWith(`conventionid=${called.id}`));
    expect(about).toHaveLength(2);
    expect(about[1]?.headers).toMatchObject({
      'x-delivery-id': about[0]?.headers['x-delivery-id'],
      'x-delivery-attempt': '1',
    });
    expect((await recordOf(second, called.id)).deliveries).toMatchObject([
      { reference: 'REF-1', attempts: [{ number: 1 }] },
    ]);
  });

  test('a transition that had not committed has left nothing, and nobody is called for it', async () => {
    expect(await recordOf(second, halfSent.id)).toEqual(halfSent);
    expect(webhook.requests.filter(({ url }) => url.endsWith(`conventionid=${halfSent.id}`))).toHaveLength(0);
  });

  test('SIGTERM ends the process that followed, with exit code 0', async () => {
    expect(await second.kill('SIGTERM')).toEqual({ code: 0, signal: null });
  });
});
