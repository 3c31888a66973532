import { rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createTestDatabase, eventually, startProcess } from '@campus/testing';
import { afterEach, expect, test } from '@jest/globals';
import { basic } from '../support/accounts.ts';
import { clip, testMediaTools } from '../support/clips.ts';
import { clientWith } from '../support/service.ts';
import { makeDataDir } from '../support/service-process.ts';

const main = path.resolve(import.meta.dirname, '../../src/main.ts');
const rootPassword = 'root-password';
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** The service with its media on a disk of 8 MiB, and an ffmpeg that can be taken away. */
async function startOnSmallDisk() {
  const database = await createTestDatabase('video-rest');
  closing.push(() => database.drop());
  const { dataDir, remove } = await makeDataDir();
  closing.push(remove);
  const ffmpeg = path.join(dataDir, 'ffmpeg');
  await symlink((await testMediaTools()).ffmpeg, ffmpeg);
  const media = path.join(dataDir, 'media');
  const mount = 'mkdir "$1" && mount -t tmpfs -o size=8m none "$1" && exec "$2" "$3"';
  const service = startProcess({
    command: 'unshare',
    args: [
      ...['--user', '--map-root-user', '--mount', 'sh', '-c'],
      ...[mount, 'sh', media, process.execPath, main],
    ],
    cwd: dataDir,
    env: {
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      SERVER_PORT: '0',
      METRICS_PORT: '0',
      MEDIA_MIN_FREE: '0',
      ENCODE_CONCURRENCY: '0',
      FFMPEG_PATH: ffmpeg,
      ROOT_PASSWORD: rootPassword,
    },
  });
  closing.push(() => service[Symbol.asyncDispose]());
  const [, url = ''] = await service.waitForOutput(/ready on (http:\/\/[\w.:]+)/);
  return {
    url,
    ffmpeg,
    client: clientWith(url, { Authorization: basic('root', rootPassword) }),
    // The disk as the service sees it: it is mounted for it alone.
    filling: `/proc/${service.child.pid}/root${media}/filling`,
  };
}

test('Given a full disk and MEDIA_MIN_FREE=0, When ffmpeg is gone too, Then reading goes on and all of it is told', async () => {
  const { url, client, ffmpeg, filling } = await startOnSmallDisk();
  const { body: type } = await client.post('/rest/types/').send({ title: 'Course' }).expect(201);
  const { body: me } = await client.get('/rest/users/me/');
  const upload = async () =>
    client
      .post('/rest/videos/')
      .field({ owner: me.url, type: type.url, title: 'Lecture' })
      .attach('video', await clip('silent'));
  const ready = async () => {
    const response = await fetch(`${url}/readyz`);
    return { status: response.status, body: await response.json() };
  };
  const untilReady = (checks: object) =>
    eventually(async () => expect(await ready()).toEqual({ status: 200, body: { status: 'ok', checks } }));
  const well = { database: 'ok', queue: 'ok', storage: 'ok', space: 'ok' };
  expect((await upload()).status).toBe(201);

  await rm(ffmpeg);
  await untilReady({ ...well, ffmpeg: 'degraded' });
  await expect(writeFile(filling, Buffer.alloc(16 * 2 ** 20))).rejects.toThrow('ENOSPC');
  await untilReady({ ...well, space: 'degraded', ffmpeg: 'degraded' });

  expect((await client.get('/rest/videos/').expect(200)).body.count).toBe(1);
  expect((await upload()).status).toBe(507);

  await rm(filling);
  await untilReady({ ...well, ffmpeg: 'degraded' });
  expect((await upload()).status).toBe(201);
});
