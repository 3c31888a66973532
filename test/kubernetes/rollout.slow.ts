import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  eventually,
  type RecordingServer,
  sharedS3Server,
  startRecordingServer,
  startStandby,
  startSystemPostgres,
  type TestStandby,
} from '@campus/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { validPdf } from '../../apps/conventions-signing/test/support/pdfs.ts';
import { givenBucketSettings } from '../../apps/video-rest/test/support/buckets.ts';
import { clip, testMediaTools } from '../../apps/video-rest/test/support/clips.ts';
import { registrationOf } from '../support/filled-signing.ts';
import { runCommand } from '../support/run-command.ts';
import { Cluster } from './cluster.ts';
import { startLoad, throughIngress } from './load.ts';
import { buildManifests } from './manifests.ts';

let folder: string;
let cluster: Cluster;
let webhook: RecordingServer;
let standby: TestStandby;
let videoToken: string;
const managementToken = 'management-token-for-tests';
const closing: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'cluster-'));
  closing.push(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  const postgres = await startSystemPostgres({ settings: ['max_connections = 400'] });
  closing.push(() => postgres[Symbol.asyncDispose]());
  const [signingDatabase, videoDatabase] = [
    await postgres.createDatabase('conventions_signing'),
    await postgres.createDatabase('video_rest'),
  ];
  standby = await startStandby(postgres);
  closing.push(async () => standby[Symbol.asyncDispose]());
  const bucket = await givenBucketSettings(await sharedS3Server());
  webhook = await startRecordingServer();
  closing.push(() => webhook.stop());
  const manifests = await buildManifests('large');
  const settings = manifests.find(({ metadata }) => metadata.name.startsWith('settings-'));
  // What an operator says of the place.
  Object.assign(settings?.data ?? {}, {
    POD_NETWORK: '127.0.0.0/8',
    MEDIA_STORE_ORIGIN: bucket.endpoint,
    MEDIA_S3_BUCKET: bucket.bucket,
  });
  const { ffmpeg, ffprobe } = await testMediaTools();
  cluster = new Cluster(manifests, {
    folder,
    imageEnv: { FFMPEG_PATH: ffmpeg, FFPROBE_PATH: ffprobe },
    secrets: {
      'conventions-signing': {
        'conventions-signing.properties': propertiesOf({
          'database.url': signingDatabase,
          'database.read-url': standby.urlOf(signingDatabase),
          'appli.public.tokens': 'public-token-for-tests-1',
          'appli.management.tokens': managementToken,
          'webhook.signature.uri': webhook.url,
          'webhook.signature.token': 'webhook-token-for-tests',
          'root.password': 'password of the administrator',
        }),
      },
      'video-rest': {
        'video-rest.properties': propertiesOf({
          'database.url': videoDatabase,
          'database.read-url': standby.urlOf(videoDatabase),
          ROOT_PASSWORD: 'password of the superuser',
          MEDIA_MIN_FREE: '0',
          MEDIA_S3_REGION: bucket.region,
          MEDIA_S3_ACCESS_KEY_ID: bucket.accessKeyId,
          MEDIA_S3_SECRET_ACCESS_KEY: bucket.secretAccessKey,
        }),
      },
    },
  });
  closing.push(() => cluster.close());
  await cluster.apply();
  const made = await runCommand('video-rest', ['token', 'create', 'root'], {
    DATABASE_URL: videoDatabase,
    DATA_DIR: folder,
  });
  videoToken = made.output.trimEnd().split('\n').at(-1) ?? '';
}, 300_000);
afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

function propertiesOf(values: Record<string, string>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
}

const askVideo = (pathname: string, init: RequestInit = {}, from?: string) =>
  throughIngress(cluster, 'video.example.org', pathname, {
    ...init,
    headers: { Authorization: `Token ${videoToken}`, ...init.headers },
    ...(from && { from }),
  });
const askSigning = (pathname: string, init: RequestInit = {}) =>
  throughIngress(cluster, 'signing.example.org', pathname, {
    ...init,
    headers: { Authorization: `Bearer ${managementToken}`, ...init.headers },
  });
const jsonOf = async (answer: Response) => (await answer.json()) as Record<string, unknown>;

test('Given what the manifests of the large overlay say under load, When it is scaled, drained and rolled, Then no request and no encoding is lost', async () => {
  const type = await jsonOf(await askVideo('/rest/types/', jsonBody({ title: 'Lecture' })));
  const me = await jsonOf(await askVideo('/rest/users/me/'));
  const pdf = Buffer.from(await validPdf());
  const [tiny, slides] = [await readFile(await clip('tiny')), await readFile(await clip('slides'))];
  const upload = async (
    title: string,
    bytes: Buffer,
    again: Parameters<Parameters<typeof startLoad>[0]>[1],
  ) => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ title, type: type.url, owner: me.url }))
      form.append(name, String(value));
    form.append('video', new Blob([new Uint8Array(bytes)]), 'lecture.mp4');
    const made = await again((headers) => askVideo('/rest/videos/', { method: 'POST', body: form, headers }));
    await again(() => askVideo(`/rest/launch_encode_view/?slug=${made.slug}`));
    return String(made.slug);
  };
  const isEncoded = async (slug: string) => (await jsonOf(await askVideo(`/rest/videos/${slug}/`))).encoded;
  const reading = startLoad(async (_, again) => {
    await again(() => askVideo('/rest/types/'), { tries: 1 });
    return undefined;
  });
  const writing = startLoad(async (number, again) => {
    const made = await again((headers) =>
      askVideo('/rest/types/', jsonBody({ title: `Type ${number}` }, headers)),
    );
    return `/rest/types/${made.id}/`;
  });
  const signing = startLoad(async (_, again) => {
    const made = await again((headers) =>
      askSigning('/api/conventions', { ...jsonBody({}, headers), body: registrationOf(pdf) }),
    );
    return `/api/conventions/${made.id}`;
  });
  const encoding = startLoad(async (number, again) => {
    const slug = await upload(`Lecture ${number}`, tiny, again);
    await eventually(() => isEncoded(slug).catch(() => false), { describe: `${slug} is encoded` });
    return slug;
  });
  const loads = { reading, writing, signing, encoding };
  const goOn = async () => {
    const count = () => Object.values(loads).map(({ made }) => made.length);
    const before = count();
    await eventually(() => count().every((now, index) => now > (before[index] ?? 0) + 2), {
      ...{ timeoutMs: 120_000, describe: 'the load goes on', seen: count },
    });
  };

  const isRead = async () => {
    const before = standby.reads();
    await eventually(() => standby.reads() > before, { describe: 'lists are read from the standby' });
  };
  await isRead();
  await cluster.scale('video-rest', 3);
  await cluster.scale('video-worker', 2);
  for (const deployment of ['conventions-signing', 'video-rest', 'nginx', 'video-worker'])
    await cluster.roll(deployment);
  await isRead();
  // The primary answers meanwhile.
  await standby.stop();
  await goOn();
  await standby.start();
  await isRead();
  await cluster.scale('video-rest', cluster.leastOf('video-rest'));
  const long = await upload('An hour', slides, startLoad.once);
  const { worker } = await eventually(async () => {
    const { results } = await jsonOf(await askVideo(`/rest/workers/`));
    const busy = (results as { name: string; state: string }[]).filter(({ state }) => state === 'busy');
    const found = cluster.pods('video-worker').find(({ name }) => busy.some((one) => one.name === name));
    return found ? { worker: found } : null;
  });
  await cluster.scale('video-worker', 1, worker);
  await cluster.settle();
  await eventually(() => isEncoded(long), { describe: 'the long one is encoded' });
  const done = Object.fromEntries(
    await Promise.all(Object.entries(loads).map(async ([name, load]) => [name, await load.stop()])),
  ) as Record<keyof typeof loads, Awaited<ReturnType<typeof reading.stop>>>;

  expect(Object.values(done).flatMap(({ failures }) => failures)).toEqual([]);
  for (const { made } of Object.values(done)) expect(made.length).toBeGreaterThan(5);
  expect(await missing(askVideo, done.writing.made)).toEqual([]);
  expect(await missing(askSigning, done.signing.made)).toEqual([]);
  expect(
    await missing(
      askVideo,
      done.encoding.made.map((slug) => `/rest/videos/${slug}/`),
    ),
  ).toEqual([]);
  const ends = [...cluster.output().matchAll(/"encodingId":(\d+).*is done"/g)].map(([, id]) => id);
  expect(ends.length).toBe(new Set(ends).size);
  expect(ends.length).toBeGreaterThan(done.encoding.made.length);
  expect(cluster.output()).not.toMatch(/"msg":"[^"]*(?:handed back|begins anew)/);
  expect(cluster.ends.map(({ name }) => name)).toContain(worker.name);
  expect(cluster.ends.filter(({ code, signal }) => code !== 0 || signal !== null)).toEqual([]);
  expect(cluster.ends.filter(({ peakMebibytes, limitMebibytes }) => peakMebibytes > limitMebibytes)).toEqual(
    [],
  );
  for (const { metadata } of cluster.manifests.filter(({ kind }) => kind === 'Deployment'))
    for (const pod of cluster.pods(metadata.name)) expect(pod.restarts()).toBe(0);
  process.stderr.write(
    `${Object.entries(done).map(([name, { made, repeated }]) => `${name}: ${made.length}, ${repeated} repeated`)}; ` +
      `${cluster.ends.length} pods went, ${Math.max(...cluster.ends.map(({ seconds }) => seconds)).toFixed(0)} s at most\n`,
  );
}, 600_000);

test('Whoever is outside of the networks is refused /rest, and not the pages', async () => {
  expect((await askVideo('/rest/types/', {}, '192.0.2.7')).status).toBe(200);
  expect((await askVideo('/rest/types/', {}, '198.51.100.7')).status).toBe(403);
  expect((await askVideo('/accounts/login/', {}, '198.51.100.7')).status).toBe(200);
});

function jsonBody(value: unknown, headers: Record<string, string> = {}): RequestInit {
  return {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(value),
  };
}

async function missing(
  ask: (pathname: string) => Promise<Response>,
  acknowledged: readonly string[],
): Promise<string[]> {
  const left: string[] = [];
  for (const pathname of acknowledged) {
    const answer = await ask(pathname);
    await answer.arrayBuffer();
    if (answer.status !== 200) left.push(`${answer.status} ${pathname}`);
  }
  return left;
}
