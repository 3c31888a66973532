import { createTestDatabase, eventually, startRecordingServer } from '@campus/testing';
import { afterAll, expect, test } from '@jest/globals';
import { makeDataDir, startServiceProcess, webhookEnv } from '../support/process.ts';
import { givenDraft, recordOf } from '../support/records.ts';

const closing: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

test('Killed 20 times at random moments while records are sent, no accepted sending loses its call, and no other makes one', async () => {
  const database = await createTestDatabase('conventions-signing');
  closing.push(() => database.drop());
  const { dataDir, remove } = await makeDataDir();
  closing.push(remove);
  const webhook = await startRecordingServer((_request, response) => {
    setTimeout(() => response.end(), Math.random() * 50);
  });
  closing.push(() => webhook.stop());
  const env = { DATABASE_URL: database.url, DATA_DIR: dataDir, ...webhookEnv(webhook.url) };
  const accepted = new Set<number>();
  const tried = new Set<number>();

  for (let kill = 0; kill < 20; kill += 1) {
    const service = await startServiceProcess(env);
    const drafts = await Promise.all(Array.from({ length: 10 }, () => givenDraft(service)));
    const sending = drafts.map(async ({ id }) => {
      tried.add(id);
      const { status } = await service.institution.post(`/api/conventions/${id}/signature`);
      if (status === 202) accepted.add(id);
    });
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 120));
    await service.kill('SIGKILL');
    await Promise.allSettled(sending);
  }

  const service = await startServiceProcess(env);
  closing.push(() => service.kill('SIGTERM'));
  const calledIds = () => new Set(webhook.requests.map(({ url }) => Number(url.split('=').at(-1))));
  await eventually(
    async () => {
      for (const id of tried) {
        const { state, deliveries } = await recordOf(service, id);
        if (accepted.has(id)) expect(state).toBe('signing');
        if (state === 'signing') expect(deliveries).toMatchObject([{ state: 'delivered' }]);
      }
    },
    { intervalMs: 500 },
  );
  for (const id of tried) {
    const { state } = await recordOf(service, id);
    expect([id, calledIds().has(id)]).toEqual([id, state === 'signing']);
  }
});
