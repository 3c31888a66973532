import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { serviceItself } from '@campus/accounts';
import { eventually, startProcess } from '@campus/testing';
import { beforeAll, expect, test } from '@jest/globals';
import { createToken } from '../apps/video-rest/src/accounts/tokens.ts';
import { clip } from '../apps/video-rest/test/support/clips.ts';
import { sha256, useMovedMedia } from './support/moved-media.ts';
import { repositoryRoot } from './support/start-demo.ts';
import { type StartedService, startService } from './support/start-service.ts';

const { files, envFor, moveMedia, givenVideo, objectsInUse } = useMovedMedia();
let headers: Record<string, string>;
let staffId = 0;

beforeAll(async () => {
  const { id } = await files.db.prisma.user.create({ data: { username: 'staff', isStaff: true } });
  staffId = id;
  const { key } = await createToken(files.db, { by: serviceItself, username: 'staff' });
  headers = { Authorization: `Token ${key}` };
});

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
