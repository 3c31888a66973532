import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { scratchRoot, startProcess } from '@campus/testing';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { basic } from '../support/accounts.ts';
import { clip } from '../support/clips.ts';
import {
  encodingsOf,
  givenUpload,
  launch,
  temporaryFiles,
  untilState,
  videoOf,
} from '../support/encode-videos.ts';
import { inspectMedia } from '../support/inspect-media.ts';
import { clientWith, type Person } from '../support/service.ts';
import { startWorkerProcess } from '../support/worker-process.ts';

const program = path.resolve(import.meta.dirname, '../../src/main.ts');
const closing: (() => Promise<unknown>)[] = [];
let dataDir: string;

beforeAll(async () => {
  await clip('silent');
  dataDir = await mkdtemp(path.join(scratchRoot, 'video-embedded-'));
  closing.push(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }));
});

afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

/** The service as an operator starts it who has configured next to nothing, and its superuser. */
async function startServiceProcess(): Promise<{ root: Person; staff: Person }> {
  const service = startProcess({
    command: process.execPath,
    args: [program],
    cwd: dataDir,
    env: {
      DATA_DIR: dataDir,
      MEDIA_MIN_FREE: '0',
      SERVER_PORT: '0',
      METRICS_PORT: '0',
      ENCODE_CONCURRENCY: '0',
      ROOT_PASSWORD: 'root-password',
    },
  });
  closing.push(() => service.kill());
  const [, url = ''] = await service.waitForOutput(/ready on (http:\/\/[\w.:]+)/);
  const client = clientWith(url, { Authorization: basic('root', 'root-password') });
  const { body } = await client.get('/rest/users/me/').expect(200);
  const root = { id: body.id, username: 'root', url: body.url, token: '', client };
  return { root, staff: root };
}

describe('An encode worker with the data folder of a service on its embedded database', () => {
  test('encodes for it, and stops without it', async () => {
    const service = await startServiceProcess();
    const { id, slug } = await givenUpload(service, { source: await clip('silent') });
    await launch(service, slug);
    expect(await encodingsOf(service, id)).toMatchObject([{ state: 'queued' }]);

    const worker = await startWorkerProcess({ DATA_DIR: dataDir, MEDIA_MIN_FREE: '0' });

    expect(await untilState(service, id, 'done')).toMatchObject({ attempts: 1 });
    const { playback } = await videoOf(service, id);
    expect((await inspectMedia(String(playback.hls))).streams).toHaveLength(1);
    expect(await worker.kill('SIGTERM')).toEqual({ code: 0, signal: null });
    expect(await temporaryFiles(path.join(dataDir, 'media'))).toEqual([]);
    expect((await service.root.client.get('/rest/')).status).toBe(200);
  });
});
