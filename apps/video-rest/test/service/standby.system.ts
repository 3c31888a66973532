import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@campus/database';
import { eventually, scratchRoot, startStandby, type TestStandby } from '@campus/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { basic } from '../support/accounts.ts';
import { type Client, clientWith } from '../support/service.ts';
import { makeDataDir, type ServiceProcess, startServiceProcess } from '../support/service-process.ts';

const rootPassword = 'root-password';
const closing: (() => Promise<unknown>)[] = [];
let primary: EmbeddedPostgres;
let standby: TestStandby;
let service: ServiceProcess;
let root: Client;

beforeAll(async () => {
  const folder = await mkdtemp(path.join(scratchRoot, 'video-standby-'));
  closing.push(() => rm(folder, { recursive: true, force: true }));
  const dataDir = path.join(folder, 'data');
  primary = await startEmbeddedPostgres({ dataDir, database: 'video_rest' });
  closing.push(() => primary.stop());
  standby = await startStandby({ dataDir, ...primary });
  closing.push(async () => standby[Symbol.asyncDispose]());
  const place = await makeDataDir();
  closing.push(place.remove);
  const env = {
    SERVER_PROCESSES: '2',
    DATABASE_READ_URL: standby.urlOf(primary.url),
    OAI_ADMIN_EMAIL: 'library@example.edu',
  };
  service = await startServiceProcess({ databaseUrl: primary.url, ...place, rootPassword, env });
  closing.push(async () => service[Symbol.asyncDispose]());
  root = clientWith(service.url, { Authorization: basic('root', rootPassword) });
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
  ['a list', '/rest/types/'],
  ['a search', '/rest/videos/?search=lecture'],
  ['Dublin Core', '/rest/dublincore/'],
  ['a harvest', '/oai?verb=ListRecords&metadataPrefix=oai_dc'],
  ['what is public', '/?q=lecture'],
  ['its feed', '/feed.rss'],
])(
  'Given a standby that is there, When somebody asks for %s, Then it is read there',
  async (_what, asked) => {
    await standbyIs('ok');
    await eventually(async () => {
      const before = standby.reads();
      await root.get(asked).expect(200);
      await eventually(() => standby.reads() > before, { timeoutMs: 1_000 });
    });
  },
);

test('Given a standby that replays nothing, When somebody creates something, Then it is in every list at once, by whichever process', async () => {
  await standbyIs('ok');
  await standby.pause();
  await using resumed = { [Symbol.asyncDispose]: () => standby.pause(false) };
  for (const title of ['Debate', 'Colloquium', 'Concert']) {
    const { body } = await root.post('/rest/types/').send({ title }).expect(201);

    const lists = await Promise.all(
      Array.from({ length: 6 }, () => root.get(`/rest/types/?search=${title}`)),
    );

    for (const { status, body: list } of lists)
      expect([status, list.results]).toEqual([200, [expect.objectContaining({ id: body.id })]]);
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
    while (!isOver) statuses.push((await root.get('/rest/types/')).status);
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
