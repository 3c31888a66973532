import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { serviceItself } from '@campus/accounts';
import { eventually, sharedS3Server, startProcess } from '@campus/testing';
import { beforeAll, expect, test } from '@jest/globals';
import { createToken } from '../apps/video-rest/src/accounts/tokens.ts';
import { givenBucketSettings, keptIn } from '../apps/video-rest/test/support/buckets.ts';
import { clip } from '../apps/video-rest/test/support/clips.ts';
import { environmentOf } from '../apps/video-rest/test/support/service-process.ts';
import { useStorage } from '../apps/video-rest/test/support/storage.ts';
import { runCommand } from './support/run-command.ts';
import { repositoryRoot } from './support/start-demo.ts';
import { type StartedService, startService } from './support/start-service.ts';

const files = useStorage(
  { keepsIn: 'folder' },
  { bucket: async () => givenBucketSettings(await sharedS3Server()) },
);
let headers: Record<string, string>;
let staffId = 0;

beforeAll(async () => {
  const { id } = await files.db.prisma.user.create({ data: { username: 'staff', isStaff: true } });
  staffId = id;
  const { key } = await createToken(files.db, { by: serviceItself, username: 'staff' });
  headers = { Authorization: `Token ${key}` };
});

const envFor = (store: 'folder' | 's3'): Record<string, string> => ({
  DATABASE_URL: files.databaseUrl,
  MEDIA_ROOT: files.mediaRoot,
  DATA_DIR: path.join(files.mediaRoot, 'data'),
  MEDIA_MIN_FREE: '0',
  ENCODE_CONCURRENCY: '1',
  ROOT_PASSWORD: 'password of the superuser',
  ...environmentOf({ ...keptIn(files.bucket), mediaStore: store }),
});

const moveMedia = (store: 'folder' | 's3', ...args: string[]) =>
  runCommand('video-rest', ['move-media', ...args], envFor(store));

/** A video on air; each path of its files, and what is there. */
async function givenVideo(megabytes: number): Promise<Map<string, string>> {
  const [source, piece] = [
    randomBytes(megabytes * 500_000).toString('hex'),
    randomBytes(100_000).toString('hex'),
  ];
  const { id, sourceFile } = await files.givenVideo({ content: source, allowDownloading: true });
  const encodingId = await files.givenOnAir(id, { 'master.m3u8': '#EXTM3U\n', '720.m4s': piece });
  const folder = `/media/videos/${id}/encoding-${encodingId}`;
  return new Map([
    [`/media/videos/${id}/source/${sourceFile}`, sha256(source)],
    [`${folder}/master.m3u8`, sha256('#EXTM3U\n')],
    [`${folder}/720.m4s`, sha256(piece)],
  ]);
}

async function readOnce(address: string): Promise<string> {
  const response = await fetch(address);
  return `${response.status} ${sha256(Buffer.from(await response.arrayBuffer()))}`;
}

/** Reads all files again and again until it is ended. @returns what was not as it should be */
function readOn(
  url: string,
  expected: Map<string, string>,
): { end(): Promise<{ reads: number; wrong: string[] }> } {
  let isEnding = false;
  let reads = 0;
  const wrong: string[] = [];
  const reading = (async () => {
    while (!isEnding)
      for (const [file, digest] of expected) {
        // What is on its way from the store when its object goes may be cut off, and is asked for again, as players do.
        const answer = await readOnce(url + file)
          .catch(() => readOnce(url + file))
          .catch(String);
        reads += 1;
        if (answer !== `200 ${digest}`) wrong.push(`${file}: ${answer}`);
      }
  })();
  return {
    async end() {
      isEnding = true;
      await reading;
      return { reads, wrong };
    },
  };
}

/** Uploads a video, and has it encoded; resolves once it is asked for. @returns where it is shown */
async function upload({ url }: StartedService): Promise<string> {
  const post = async (address: string, body: string | FormData) => {
    const type = typeof body === 'string' ? { 'Content-Type': 'application/json' } : {};
    const answer = await fetch(address, { method: 'POST', body, headers: { ...headers, ...type } });
    if (!answer.ok) throw new Error(`${address}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as { url: string; slug: string };
  };
  const type = await post(
    `${url}/rest/types/`,
    JSON.stringify({ title: `Type ${randomBytes(4).toString('hex')}` }),
  );
  const form = new FormData();
  form.append('owner', `${url}/rest/users/${staffId}/`);
  form.append('type', type.url);
  form.append('title', 'Meanwhile');
  form.append('video', new Blob([await readFile(await clip('tiny'))]), 'meanwhile.mp4');
  const video = await post(`${url}/rest/videos/`, form);
  await fetch(`${url}/rest/launch_encode_view/?slug=${video.slug}`, { headers });
  return video.url;
}

async function expectPlayable(address: string): Promise<void> {
  const video = await eventually(async () => {
    const shown = (await (await fetch(address, { headers })).json()) as {
      encoded: boolean;
      playback: { hls: string };
    };
    return shown.encoded && shown;
  });
  expect((await fetch(video.playback.hls, { headers })).status).toBe(200);
}

/** Files below MEDIA_ROOT that belong to rows. */
async function keptBelowRoot(): Promise<string[]> {
  const entries = await readdir(files.mediaRoot, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.relative(files.mediaRoot, path.join(parentPath, name)))
    .filter((name) => /^(videos|files|images)\//.test(name));
}

const objectsInUse = () => files.db.prisma.mediaObject.count({ where: { state: 'kept' } });

test('Given an instance at work, When its media move to the bucket, the mover is killed and called again, and they move back, Then all is read all the while, nothing is lost, and nothing is left behind', async () => {
  const videos = [...(await Promise.all([20, 3, 3, 3].map(givenVideo)))];
  const expected = new Map(videos.flatMap((video) => [...video]));
  {
    await using service = await startService('video-rest', envFor('s3'));
    const dryRun = await moveMedia('s3', '--dry-run');
    expect(dryRun).toMatchObject({
      status: 0,
      errors: '',
      output: expect.stringMatching(/^videos: 12 files, /m),
    });
    expect(await objectsInUse()).toBe(0);
    const reader = readOn(service.url, expected);

    const killed = startProcess({
      command: process.execPath,
      args: [path.join(repositoryRoot, 'apps/video-rest/src/cli/move-media.ts')],
      env: envFor('s3'),
    });
    await eventually(async () => (await files.db.prisma.mediaObject.count({ where: { state: 'kept' } })) > 2);
    await killed.kill('SIGKILL');
    const meanwhile = await upload(service);
    const moved = await moveMedia('s3');

    expect(moved).toMatchObject({
      errors: '',
      status: 0,
      output: expect.stringMatching(/^Moved and compared: /m),
    });
    expect(await reader.end()).toEqual({ reads: expect.any(Number), wrong: [] });
    await expectPlayable(meanwhile);
    expect(await keptBelowRoot()).toEqual([]);
    expect(await service.kill('SIGTERM')).toEqual({ code: 0, signal: null });
  }

  await using service = await startService('video-rest', envFor('folder'));
  const reader = readOn(service.url, expected);
  const back = await moveMedia('folder');
  const meanwhile = await upload(service);

  expect(back).toMatchObject({ errors: '', status: 0 });
  const { reads, wrong } = await reader.end();
  expect(wrong).toEqual([]);
  expect(reads).toBeGreaterThan(expected.size);
  await expectPlayable(meanwhile);
  expect(await objectsInUse()).toBe(0);
  await eventually(async () => expect(await files.leftOver()).toEqual([]));
  expect((await moveMedia('folder')).output).toMatch(/^videos: 0 files, /m);
}, 400_000);

test('Given one place alone, or words that mean nothing, Then the command says so', async () => {
  const alone = await runCommand('video-rest', ['move-media'], {
    DATABASE_URL: files.databaseUrl,
    MEDIA_ROOT: files.mediaRoot,
  });
  expect(alone).toMatchObject({
    status: 1,
    errors: expect.stringMatching(/^There is one place for media alone: .*\n$/),
  });
  expect(await moveMedia('s3', 'now')).toMatchObject({
    status: 64,
    errors: expect.stringContaining('usage:'),
  });
});

test('Given an object that is not as it was written, When it is to be moved back, Then it is named and stays, and all others move', async () => {
  const [good, damaged] = [await givenVideo(1), await givenVideo(1)];
  expect((await moveMedia('s3')).status).toBe(0);
  const [source = ''] = damaged.keys();
  const id = Number(source.split('/')[3]);
  await files.db.prisma.mediaObject.updateMany({
    where: { ownerTable: 'videos', ownerId: id, file: { startsWith: 'source-' } },
    data: { digests: randomBytes(32) },
  });

  const moved = await moveMedia('folder');

  expect(moved).toMatchObject({ status: 1, errors: expect.stringContaining(`videos ${id}: `) });
  expect(await objectsInUse()).toBe(1);
  await using service = await startService('video-rest', envFor('folder'));
  for (const [file, digest] of good)
    expect(sha256(Buffer.from(await (await fetch(service.url + file)).arrayBuffer()))).toBe(digest);
});

function sha256(bytes: Buffer | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}
