import { createTestDatabase, descendantsOf, eventually, untilEnded } from '@campus/testing';
import { afterEach, beforeAll, expect, test } from '@jest/globals';
import { basic } from '../support/accounts.ts';
import { clip } from '../support/clips.ts';
import { givenUpload, launch, untilState } from '../support/encode-videos.ts';
import { clientWith } from '../support/service.ts';
import { makeDataDir, startServiceProcess } from '../support/service-process.ts';

const rootPassword = 'root-password';
const closing: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  await clip('silent');
});
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

test('Given three processes, When videos are sent to all of them, Then the first alone encodes, and one signal ends them', async () => {
  const database = await createTestDatabase('video-rest');
  closing.push(() => database.drop());
  const { dataDir, remove } = await makeDataDir();
  closing.push(remove);
  const env = { SERVER_PROCESSES: '3', ENCODE_CONCURRENCY: '1' };
  const started = await startServiceProcess({ databaseUrl: database.url, dataDir, rootPassword, env });
  closing.push(() => started[Symbol.asyncDispose]());
  const client = clientWith(started.url, { Authorization: basic('root', rootPassword) });
  const { body } = await client.get('/rest/users/me/').expect(200);
  const root = { id: body.id, username: 'root', url: body.url, token: '', client };
  const service = Object.assign(started, { root, staff: root });

  const source = await clip('silent');
  for (let sent = 0; sent < 3; sent += 1) {
    const { id, slug } = await givenUpload(service, { source });
    await launch(service, slug);
    await untilState(service, id, 'done');
  }

  const lines = service
    .output()
    .split('\n')
    .filter((line) => line.endsWith('}'));
  const processesOf = (what: RegExp) =>
    new Set(lines.filter((line) => what.test(line)).map((line) => JSON.parse(line).process));
  expect(processesOf(/"msg":"encoding of video/)).toEqual(new Set([1]));
  expect(processesOf(/"msg":"(GET|POST) /)).toEqual(new Set([1, 2, 3]));
  await eventually(async () => {
    const text = await (await fetch(`${service.metricsUrl}/metrics`)).text();
    expect(text).toContain('\nvideo_upload_size_bytes_count 3\n');
    expect(text).toContain('\nvideo_encodings_total{outcome="done"} 3\n');
  });
  const all = await descendantsOf(Number(service.child.pid));
  expect(await service.kill('SIGTERM')).toEqual({ code: 0, signal: null });
  await untilEnded(all);
});
