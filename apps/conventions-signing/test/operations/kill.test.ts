import { createTestDatabase, eventually, startRecordingServer } from '@campus/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { givenManyDrafts } from '../support/many-drafts.ts';
import { begin, ended } from '../support/operations.ts';
import { makeDataDir, type ServiceProcess, startServiceProcess, webhookEnv } from '../support/process.ts';

const count = 600;

let sql: pg.Pool;
let up: ServiceProcess[];
const closing: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  const database = await createTestDatabase('conventions-signing');
  closing.push(() => database.drop());
  const webhook = await startRecordingServer((_request, response) => void response.end('REF'));
  closing.push(() => webhook.stop());
  const start = async () => {
    const { dataDir, remove } = await makeDataDir();
    closing.push(remove);
    const replica = await startServiceProcess({
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      ...webhookEnv(webhook.url),
    });
    closing.push(() => replica.kill('SIGKILL'));
    return replica;
  };
  up = [await start(), await start()];
  sql = new pg.Pool({ connectionString: database.url, max: 2 });
  closing.push(() => sql.end());
});

afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

test('An operation whose process is killed goes on at another replica, and does each record once', async () => {
  const [first, second] = up as [ServiceProcess, ServiceProcess];
  const numbers = await givenManyDrafts(sql, count);
  const operation = await begin(first, { action: 'send', records: { conventions: numbers } });
  const settled = async () => {
    const { body } = await second.institution.get(`/api/operations/${operation.id}`).expect(200);
    return body.done as number;
  };
  await eventually(async () => expect(await settled()).toBeGreaterThan(20));

  await first.kill('SIGKILL');

  expect(await ended(second, operation)).toMatchObject({ state: 'ended', done: count, refused: 0 });
  const { rows } = await sql.query(
    `select count(*)::int as records, min(rounds)::int as least, max(rounds)::int as most,
       (select count(*)::int from deliveries) as deliveries
     from (select count(*) as rounds from history where event = 'signing-started' group by signable_id) h`,
  );
  expect(rows).toEqual([{ records: count, least: 1, most: 1, deliveries: count }]);
  expect(await second.kill('SIGTERM')).toEqual({ code: 0, signal: null });
});
