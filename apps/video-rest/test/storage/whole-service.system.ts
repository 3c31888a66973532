import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eventually, type StartedProcess, sharedS3Server } from '@campus/testing';
import { afterAll, expect, test } from '@jest/globals';
import { openObjectStore } from '../../src/storage/objects/object-store.ts';
import { givenBucketSettings, keptIn, keysIn } from '../support/buckets.ts';
import { clip } from '../support/clips.ts';
import { givenUpload, launch, untilState, videoOf } from '../support/encode-videos.ts';
import { pictureTimes } from '../support/inspect-media.ts';
import { postType } from '../support/post-resources.ts';
import { useService } from '../support/service.ts';
import { environmentOf } from '../support/service-process.ts';
import { beginUpload, sendPiece } from '../support/tus.ts';
import { startWorkerProcess } from '../support/worker-process.ts';

const bucket = await givenBucketSettings(await sharedS3Server());
const service = useService(keptIn(bucket));
const folder = await mkdtemp(path.join(tmpdir(), 'video-worker-'));

afterAll(() => rm(folder, { recursive: true, force: true }));

/** A worker whose disk is its own. */
async function startWorker(name: string, env: Record<string, string> = {}): Promise<StartedProcess> {
  const dataDir = path.join(folder, name);
  await mkdir(dataDir);
  return startWorkerProcess({
    DATABASE_URL: service.databaseUrl,
    DATA_DIR: dataDir,
    ENCODE_THREADS: '1',
    MEDIA_MIN_FREE: '0',
    ...environmentOf(keptIn(bucket)),
    ...env,
  });
}

async function inBucket(): Promise<string[]> {
  return (await keysIn(bucket)).filter((key) => key !== 'owner');
}

/** Of the service, and of workers; each looks now and then by a file of a moment whether it can write. */
async function untilDisksAreEmpty(workers: string[]): Promise<void> {
  for (const root of [service.mediaRoot, ...workers.map((name) => path.join(folder, name, 'media'))])
    await eventually(async () => {
      const left = await readdir(root, { recursive: true, withFileTypes: true });
      expect(left.filter((entry) => entry.isFile()).map(({ name }) => name)).toEqual(['owner']);
    });
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

test('A video in a bucket is encoded by a worker with a disk of its own, played, replaced, and removed without a trace', async () => {
  await using worker = await startWorker('one');
  const [source, another] = [await clip('landscape'), await clip('portrait')];
  const { id, slug, url } = await givenUpload(service, { source });
  await launch(service, slug);
  await untilState(service, id, 'done');
  const { playback } = await videoOf(service, id);
  const mp4 = String(playback.mp4[0]?.url);

  const whole = new Uint8Array(await (await fetch(mp4)).arrayBuffer());
  const ranges: Uint8Array[] = [];
  for (let start = 0; start < whole.length; start += 100_000) {
    const answer = await fetch(mp4, { headers: { Range: `bytes=${start}-${start + 99_999}` } });
    expect(answer.status).toBe(206);
    ranges.push(new Uint8Array(await answer.arrayBuffer()));
  }
  expect(sha256(Buffer.concat(ranges))).toBe(sha256(whole));
  expect(await (await fetch(String(playback.hls))).text()).toContain('#EXTM3U');
  expect(playback.thumbnails).toHaveLength(3);
  for (const picture of playback.thumbnails)
    expect((await fetch(picture)).headers.get('content-type')).toBe('image/jpeg');
  const overview = await (await fetch(String(playback.overview))).text();
  const [sheet = ''] = /\S+\.jpg/.exec(overview) ?? [];
  expect((await fetch(new URL(sheet, String(playback.overview)))).headers.get('content-type')).toBe(
    'image/jpeg',
  );

  await service.root.client.patch(new URL(url).pathname).attach('video', another).expect(200);
  const { video } = await videoOf(service, id);
  const headers = { Authorization: `Token ${service.root.token}` };
  const download = await fetch(video, { headers });
  expect(sha256(new Uint8Array(await download.arrayBuffer()))).toBe(sha256(await readFile(another)));
  await eventually(async () =>
    expect((await inBucket()).filter((key) => key.startsWith('source-'))).toHaveLength(1),
  );

  await service.root.client.delete(new URL(url).pathname).expect(204);
  await eventually(async () => expect(await inBucket()).toEqual([]));
  await untilDisksAreEmpty(['one']);
  expect(worker.output()).not.toContain(bucket.secretAccessKey);
});

test('A long video in a bucket is encoded in pieces by two workers with disks of their own, and leaves nothing there but what is on air', async () => {
  await service.sql.query(
    `insert into renditions (resolution, short_side_pixels, video_bitrate_kbps, audio_bitrate_kbps, encode_mp4)
     values ('96x54', 54, 200, 64, true), ('192x108', 108, 400, 64, true)`,
  );
  const source = await clip('television');
  const { id, slug, url } = await givenUpload(service, { source });
  await using first = await startWorker('two', { ENCODE_SPLIT_FROM: '20' });
  await using second = await startWorker('three', { ENCODE_SPLIT_FROM: '20' });
  await launch(service, slug);

  await untilState(service, id, 'done');

  for (const worker of [first, second])
    expect(worker.output()).toMatch(/\w+ of the encoding of video \d+ is done/);
  const { playback } = await videoOf(service, id);
  const frames = (await pictureTimes(source)).length;
  expect(playback.mp4.map(({ height }) => height)).toEqual([54, 108]);
  for (const file of [playback.hls, ...playback.mp4.map((mp4) => mp4.url)])
    expect(await pictureTimes(String(file))).toHaveLength(frames);
  await eventually(async () => {
    const names = (await inBucket()).map((key) => key.replace(/-[^/]*/, ''));
    expect(names.filter((name) => !/^(source$|encoding\/)/.test(name))).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
  });
  await service.root.client.delete(new URL(url).pathname).expect(204);
  await eventually(async () => expect(await inBucket()).toEqual([]));
  await untilDisksAreEmpty(['two', 'three']);
});

test('An upload in pieces of which the bucket has lost what had come is answered 410, and a new one begins', async () => {
  const { client, url: owner } = service.root;
  const bytes = randomBytes(20 * 2 ** 20);
  const begun = {
    size: bytes.length,
    texts: { filename: 'film.mp4', title: 'Film', type: (await postType(service)).url, owner },
  };
  const upload = await beginUpload(client, begun);
  const at = 9 * 2 ** 20;
  await sendPiece(client, upload, { bytes: bytes.subarray(0, at) }).expect(204);
  const objects = openObjectStore(bucket);
  for (const key of await inBucket()) await Promise.all([objects.remove(key), objects.removeUploads(key)]);
  objects.close();

  const { body } = await sendPiece(client, upload, { bytes: bytes.subarray(at), at }).expect(410);

  expect(body.detail).toBe('What had come of this upload is no longer there. Begin a new one.');
  await beginUpload(client, begun);
});
