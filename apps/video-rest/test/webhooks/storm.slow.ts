import { setTimeout as sleep } from 'node:timers/promises';
import { serviceItself } from '@campus/accounts';
import { createTestDatabase, eventually, startRecordingServer } from '@campus/testing';
import { timeRequests, watchMemory } from '@campus/testing/abuse';
import { createVideoClient } from '@campus/video-client';
import { afterAll, expect, test } from '@jest/globals';
import type { Pool } from 'pg';
import { createToken } from '../../src/accounts/tokens.ts';
import { openDatabase } from '../../src/data/open-database.ts';
import { newName } from '../support/given-records.ts';
import { clientWith } from '../support/service.ts';
import { makeDataDir, startServiceProcess } from '../support/service-process.ts';

const seconds = 20;
const wantedOfSecond = 10_000;

const closing: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

async function givenService() {
  const database = await createTestDatabase('video-rest');
  closing.push(() => database.drop());
  const { dataDir, remove } = await makeDataDir();
  closing.push(remove);
  const db = openDatabase(database.url, () => {});
  closing.push(() => db.close());
  const env = { WEBHOOK_NETWORKS: '127.0.0.0/8' };
  const place = { databaseUrl: database.url, dataDir, rootPassword: 'a password of the superuser', env };
  const service = await startServiceProcess(place);
  closing.push(() => service.kill('SIGKILL'));
  const { key: token } = await createToken(db, { by: serviceItself, username: 'root' });
  return { db, service, token, root: clientWith(service.url, { Authorization: `Token ${token}` }) };
}

test('Given a storm of changes, Then the feed has all of them in one order, requests beside it are answered, memory stays, and a webhook that wants one of them is told it', async () => {
  const { db, service, token, root } = await givenService();
  const { pool } = db;
  const receiver = await startRecordingServer();
  closing.push(() => receiver.stop());
  for (const [path, events] of [
    ['/few', ['buildings.created']],
    ['/all', ['*']],
  ] as const)
    await root
      .post('/rest/webhooks/')
      .send({ address: `${receiver.url}${path}`, events })
      .expect(201);
  const arrived = (path: string) => receiver.requests.filter(({ url }) => url === path);
  const { rows } = await pool.query<{ id: number }>(
    `insert into disciplines (title_fr) select 'Discipline ' || n from generate_series(1, 2000) n returning id`,
  );
  const disciplines = rows.map(({ id }) => id);
  const { body: type } = await root.post('/rest/types/').send({ title: newName() }).expect(201);
  const headers = { Authorization: `Token ${token}` };
  const requests = ['/rest/users/me/', `/rest/types/${type.id}/`, '/rest/discipline/?page_size=12'].map(
    (path) => ({
      url: `${service.url}${path}`,
      headers,
    }),
  );
  const quiet = await timeRequests({ requests, durationMs: 8_000, pauseMs: 20 });
  const before = watchMemory(service.child.pid ?? 0);
  const [restingMebibytes = 0] = Object.values(await before.stop());

  const memory = watchMemory(service.child.pid ?? 0);
  const reader = startReader({ baseUrl: service.url, token });
  const beganAt = performance.now();
  const timing = timeRequests({ requests, durationMs: seconds * 1000, pauseMs: 20 });
  const storm = Promise.all(
    [0, 1].map((half) => writeHalf(pool, { ids: disciplines.slice(half * 1000, (half + 1) * 1000) })),
  );
  await sleep((seconds * 1000) / 2);
  const { body: building } = await root.post('/rest/buildings/').send({ name: newName() }).expect(201);
  const madeAt = performance.now();
  const told = eventually(() => arrived('/few').length === 1, { intervalMs: 20, timeoutMs: 300_000 }).then(
    () => performance.now() - madeAt,
  );
  const written = (await storm).reduce((sum, some) => sum + some, 0);
  const rate = written / ((performance.now() - beganAt) / 1000);
  const stormy = await timing;

  const end = await eventually(() => allPlaced(pool));
  await eventually(() => reader.read.length >= end.last, { timeoutMs: 300_000, intervalMs: 200 });
  const readAfter = performance.now() - beganAt;
  await reader.stop();
  const toldAfterMs = await told;
  const [peakMebibytes = 0] = Object.values(await memory.stop());
  const { body: webhooks } = await root.get('/rest/webhooks/').expect(200);
  process.stdout.write(
    `${Math.round(rate)} changes a second for ${seconds} s; read after ${(readAfter / 1000).toFixed(0)} s; ` +
      `requests: quiet ${show(quiet)}, in the storm ${show(stormy)}; ` +
      `${restingMebibytes} MiB at rest, ${peakMebibytes} at most; a webhook that wants one told it after ${Math.round(toldAfterMs)} ms, ` +
      `one that wants all was told ${arrived('/all').length}\n`,
  );

  expect(end.placed).toBe(end.last);
  expect(end.placed).toBeGreaterThan(written);
  expect(reader.read).toEqual(Array.from({ length: end.last }, (_, index) => index + 1));
  expect(Object.keys(stormy.statuses)).toEqual(['200']);
  expect(peakMebibytes - restingMebibytes).toBeLessThan(150);
  expect(JSON.parse(arrived('/few')[0]?.body.toString() ?? '{}').data.id).toBe(building.id);
  expect(webhooks.results).toMatchObject([{ missed: 0 }, { missed: 0 }]);
  const all = arrived('/all').map(({ body }) => JSON.parse(body.toString()).data.number);
  expect(all).toEqual(all.map((_, index) => all[0] + index));
}, 900_000);

function show({ medianMs, p99Ms }: { medianMs: number; p99Ms: number }): string {
  return `median ${medianMs.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms`;
}

/** Changes some rows, a half of them at a time, as often as is wanted, for the time of the storm; how many it has changed. */
async function writeHalf(pool: Pool, { ids }: { ids: number[] }): Promise<number> {
  const beganAt = performance.now();
  const past = () => performance.now() - beganAt;
  let written = 0;
  for (let turn = 0; past() < seconds * 1000; turn += 1) {
    const some = turn % 2 === 0 ? ids.slice(0, 500) : ids.slice(500);
    await pool.query('update disciplines set title_fr = $2 || id where id = any($1)', [some, newName()]);
    written += some.length;
    const ahead = (written / (wantedOfSecond / 2)) * 1000 - past();
    if (ahead > 0) await sleep(ahead);
  }
  return written;
}

/** Follows the changes by the typed client, from the first. */
function startReader(client: { baseUrl: string; token: string }) {
  const isDone = new AbortController();
  const read: number[] = [];
  const reading = (async () => {
    for await (const { cursor } of createVideoClient(client).changes({ signal: isDone.signal }))
      read.push(Number(cursor.split('-')[0]));
  })();
  return {
    read,
    async stop() {
      isDone.abort();
      await reading;
    },
  };
}

/** How many changes there are, and the last place; false: some have none yet. */
async function allPlaced(pool: Pool): Promise<{ placed: number; last: number } | false> {
  const { rows } = await pool.query<{ placed: number; last: number; due: number }>(
    `select count(position)::int as placed, max(position)::int as last, (count(*) - count(position))::int as due from changes`,
  );
  const [counted] = rows;
  return counted?.due === 0 && counted;
}
