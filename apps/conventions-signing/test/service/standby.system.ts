import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@campus/database';
import { eventually, scratchRoot, startStandby, type TestStandby } from '@campus/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { makeDataDir, type ServiceProcess, startServiceProcess } from '../support/process.ts';
import { givenDraft } from '../support/records.ts';

const closing: (() => Promise<unknown>)[] = [];
let primary: EmbeddedPostgres;
let standby: TestStandby;
let service: ServiceProcess;

beforeAll(async () => {
  const folder = await mkdtemp(path.join(scratchRoot, 'signing-standby-'));
  closing.push(() => rm(folder, { recursive: true, force: true }));
  const dataDir = path.join(folder, 'data');
  primary = await startEmbeddedPostgres({ dataDir, database: 'conventions_signing' });
  closing.push(() => primary.stop());
  standby = await startStandby({ dataDir, ...primary });
  closing.push(async () => standby[Symbol.asyncDispose]());
  const place = await makeDataDir();
  closing.push(place.remove);
  service = await startServiceProcess({
    DATABASE_URL: primary.url,
    DATABASE_READ_URL: standby.urlOf(primary.url),
    DATA_DIR: place.dataDir,
    SERVER_PROCESSES: '2',
  });
  closing.push(async () => service[Symbol.asyncDispose]());
});
afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

async function standbyIs(state: 'ok' | 'degraded'): Promise<void> {
  await eventually(async () => {
    const answer = await fetch(`${service.metricsUrl}/readyz`);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ status: 'ok', checks: { database: 'ok', standby: state } });
    const figures = await (await fetch(`${service.metricsUrl}/metrics`)).text();
    expect(figures).toContain(`\ndatabase_standby_used ${state === 'ok' ? 1 : 0}\n`);
  });
}

test.each([
  ['a list', '/api/conventions'],
  ['a search', '/api/conventions?q=internship'],
  ['a list as a table', '/api/conventions.csv'],
  ['changes', '/api/changes'],
  ['deliveries', '/api/deliveries'],
])(
  'Given a standby that is there, When somebody asks for %s, Then it is read there',
  async (_what, asked) => {
    await standbyIs('ok');
    await eventually(async () => {
      const before = standby.reads();
      await service.institution.get(asked).expect(200);
      await eventually(() => standby.reads() > before, { timeoutMs: 1_000 });
    });
  },
);

test('Given a standby that replays nothing, When a record is registered, Then it is in every list at once, by whichever process', async () => {
  await standbyIs('ok');
  await standby.pause();
  await using resumed = { [Symbol.asyncDispose]: () => standby.pause(false) };
  for (let turn = 0; turn < 3; turn += 1) {
    const { id } = await givenDraft(service);

    const lists = await Promise.all(
      Array.from({ length: 6 }, () => service.institution.get('/api/conventions?page_size=1')),
    );

    for (const { status, body } of lists) expect([status, body.results[0]?.id]).toEqual([200, id]);
  }
  await standbyIs('degraded');

  await resumed[Symbol.asyncDispose]();
  await standbyIs('ok');
});

test('Given lists that are asked for all the time, When the standby ends, Then each is answered', async () => {
  await standbyIs('ok');
  const statuses: number[] = [];
  let isOver = false;
  const askAll = async () => {
    while (!isOver) statuses.push((await service.institution.get('/api/conventions')).status);
  };
  const asking = Promise.all([askAll(), askAll(), askAll()]);

  await standby.stop();
  await standbyIs('degraded');
  isOver = true;
  await asking;

  expect(new Set(statuses)).toEqual(new Set([200]));
  await standby.start();
  await standbyIs('ok');
});
