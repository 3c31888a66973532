import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { Agent } from 'node:http';
import { connect, type Socket } from 'node:net';
import { promisify } from 'node:util';
import { createTestDatabase, eventually, type StartedProcess } from '@campus/testing';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import request from 'supertest';
import { basic } from '../support/accounts.ts';
import { clip } from '../support/clips.ts';
import { encodingsOf, givenUpload, launch, untilState } from '../support/encode-videos.ts';
import { postType } from '../support/post-resources.ts';
import { clientWith, type Person } from '../support/service.ts';
import { makeDataDir, startServiceProcess } from '../support/service-process.ts';
import { startWorkerProcess } from '../support/worker-process.ts';

const rootPassword = 'root-password';
const authorization = basic('root', rootPassword);
const closing: (() => Promise<unknown>)[] = [];
const closingAtLast: (() => Promise<unknown>)[] = [];
/** One for all; each test gives it back the descriptors that it has taken. */
let service: Awaited<ReturnType<typeof givenService>>;

beforeAll(async () => {
  service = await givenService();
});
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  await limitDescriptors(service, 1024);
});
afterAll(async () => {
  for (const close of closingAtLast.reverse()) await close();
});

async function givenService() {
  const database = await createTestDatabase('video-rest');
  closingAtLast.push(() => database.drop());
  const { dataDir, remove } = await makeDataDir();
  closingAtLast.push(remove);
  const started = await startServiceProcess({ databaseUrl: database.url, dataDir, rootPassword });
  closingAtLast.push(() => started[Symbol.asyncDispose]());
  const client = clientWith(started.url, { Authorization: authorization });
  const { body } = await client.get('/rest/users/me/').expect(200);
  const root: Person = { id: body.id, username: 'root', url: body.url, token: '', client };
  return { ...started, databaseUrl: database.url, dataDir, root, staff: root };
}

/** Sets how many descriptors a process may have. */
async function limitDescriptors({ child }: Pick<StartedProcess, 'child'>, most: number): Promise<void> {
  await promisify(execFile)('prlimit', ['--pid', String(child.pid), `--nofile=${most}:`]);
}

async function descriptorsOf({ child }: Pick<StartedProcess, 'child'>): Promise<number> {
  return (await readdir(`/proc/${child.pid}/fd`)).length;
}

/** Idle connections have all of 256. @returns gives them back */
async function takeAllDescriptors() {
  await limitDescriptors(service, 256);
  const { hostname, port } = new URL(service.url);
  const idle: Socket[] = [];
  for (let opened = 0; opened < 400; opened += 1)
    idle.push(connect(Number(port), hostname).on('error', () => undefined));
  await eventually(async () => expect(await descriptorsOf(service)).toBeGreaterThanOrEqual(256));
  const release = async () => {
    for (const socket of idle) socket.destroy();
    await eventually(async () => expect(await descriptorsOf(service)).toBeLessThan(200));
  };
  closing.push(release);
  return release;
}

/** Uploads over one connection, which is there before all others. */
async function givenUploader() {
  const { url, root, staff } = service;
  const { url: type } = await postType({ staff });
  const source = await clip('tiny');
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  closing.push(async () => agent.destroy());
  const upload = () =>
    request(url)
      .post('/rest/videos/')
      .agent(agent)
      .set('Authorization', authorization)
      .field({ title: 'Film', type, owner: root.url })
      .attach('video', source)
      .ok(() => true);
  expect((await upload()).status).toBe(201);
  return upload;
}

test('Given no descriptor is left, When videos are uploaded, Then they are answered 503, the service lives, and takes them later', async () => {
  const upload = await givenUploader();
  const release = await takeAllDescriptors();

  for (let times = 0; times < 5; times += 1) {
    const { status, headers } = await upload();
    expect([status, headers['retry-after']]).toEqual([503, '5']);
  }

  await release();
  expect((await upload()).status).toBe(201);
  expect(service.child.exitCode).toBeNull();
});

test('Given some descriptors are left, When videos are uploaded, Then each is taken, or answered 503, however few they are', async () => {
  const upload = await givenUploader();
  const statuses: number[] = [];

  for (let left = 0; left < 24; left += 1) {
    await limitDescriptors(service, (await descriptorsOf(service)) + left);
    statuses.push((await upload()).status);
  }

  expect(statuses.filter((status) => status !== 201 && status !== 503)).toEqual([]);
  expect(new Set(statuses)).toEqual(new Set([503, 201]));
  await limitDescriptors(service, 1024);
  expect((await upload()).status).toBe(201);
});

test('Given no descriptor is left, When anything is read, Then it is there, or answered 503', async () => {
  const { id, slug, video } = await givenUpload(service, { source: await clip('silent') });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  closing.push(async () => agent.destroy());
  const read = async (path: string) => {
    const get = request(service.url)
      .get(path)
      .agent(agent)
      .redirects(0)
      .ok(() => true);
    return (await get.set('Authorization', authorization)).status;
  };
  const file = new URL(video).pathname;
  const pages = ['/', '/readyz', `/video/${slug}/`, '/accounts/login/', '/admin/encodings/', '/sitemap.xml'];
  const paths = [...pages, '/rest/', '/rest/videos/', `/rest/videos/${id}/`, file];
  const readAll = async () => {
    const statuses: Record<string, number> = {};
    for (const path of paths) statuses[path] = await read(path);
    return statuses;
  };
  const before = await readAll();
  const release = await takeAllDescriptors();

  const starved = await readAll();

  expect(starved).toMatchObject({ [file]: 503, '/rest/videos/': 200 });
  expect(paths.filter((path) => ![before[path], 503].includes(starved[path]))).toEqual([]);
  await release();
  expect(await readAll()).toEqual(before);
});

test('Given a worker without descriptors, When an encoding is asked for, Then it waits, costs no attempt, and is done later', async () => {
  const { databaseUrl: DATABASE_URL, dataDir: DATA_DIR } = service;
  await using worker = await startWorkerProcess({
    ...{ DATABASE_URL, DATA_DIR, ENCODE_THREADS: '1', MEDIA_MIN_FREE: '0' },
  });
  const { id, slug } = await givenUpload(service, { source: await clip('silent') });
  await limitDescriptors(worker, await descriptorsOf(worker));

  await launch(service, slug);

  await worker.waitForOutput(/no encoding is begun here/);
  expect(await encodingsOf(service, id)).toMatchObject([{ state: 'queued', attempts: 0 }]);
  await limitDescriptors(worker, 1024);
  expect(await untilState(service, id, 'done')).toMatchObject({ attempts: 1 });
  expect(worker.child.exitCode).toBeNull();
});
