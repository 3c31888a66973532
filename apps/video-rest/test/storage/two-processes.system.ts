import { readFile } from 'node:fs/promises';
import { createTestDatabase, sharedS3Server } from '@campus/testing';
import { afterAll, expect, test } from '@jest/globals';
import { basic } from '../support/accounts.ts';
import { givenBucketSettings } from '../support/buckets.ts';
import { clip } from '../support/clips.ts';
import { launch, untilState } from '../support/encode-videos.ts';
import { postType } from '../support/post-resources.ts';
import { clientWith, type Person } from '../support/service.ts';
import { makeDataDir, startServiceProcess } from '../support/service-process.ts';

const rootPassword = 'root-password';
const version = { 'Tus-Resumable': '1.0.0' };
const closing: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

/** The service in two processes that keep media in a bucket, and its superuser. */
async function givenTwoProcesses() {
  const { bucket, region, endpoint, prefix, ...keys } = await givenBucketSettings(await sharedS3Server());
  const database = await createTestDatabase('video-rest');
  closing.push(() => database.drop());
  const { dataDir, remove } = await makeDataDir();
  closing.push(remove);
  const started = await startServiceProcess({
    databaseUrl: database.url,
    dataDir,
    rootPassword,
    env: {
      SERVER_PROCESSES: '2',
      ENCODE_CONCURRENCY: '1',
      ENCODE_THREADS: '1',
      MEDIA_STORE: 's3',
      MEDIA_S3_ENDPOINT: String(endpoint),
      MEDIA_S3_REGION: region,
      MEDIA_S3_BUCKET: bucket,
      MEDIA_S3_PREFIX: prefix,
      MEDIA_S3_ACCESS_KEY_ID: keys.accessKeyId,
      MEDIA_S3_SECRET_ACCESS_KEY: keys.secretAccessKey,
    },
  });
  closing.push(() => started[Symbol.asyncDispose]());
  const client = clientWith(started.url, { Authorization: basic('root', rootPassword) });
  const { body } = await client.get('/rest/users/me/').expect(200);
  const root: Person = { id: body.id, username: 'root', url: body.url, token: '', client };
  return { ...started, root, staff: root };
}

/** Sends a film in two pieces. @returns the status of the last, and the video that it made */
async function sendInPieces(
  { client, url: owner }: Person,
  { bytes, type }: { bytes: Buffer; type: string },
) {
  const texts = { filename: 'film.mp4', title: 'Film', type, owner };
  const metadata = Object.entries(texts).map(
    ([key, text]) => `${key} ${Buffer.from(text).toString('base64')}`,
  );
  const { headers } = await client
    .post('/rest/uploads/')
    .set({ ...version, 'Upload-Length': String(bytes.length), 'Upload-Metadata': metadata.join(',') })
    .expect(201);
  const { pathname } = new URL(String(headers.location));
  const send = (from: number, to: number) =>
    client
      .patch(pathname)
      .set({ ...version, 'Content-Type': 'application/offset+octet-stream', 'Upload-Offset': String(from) })
      .send(bytes.subarray(from, to));
  const half = Math.floor(bytes.length / 2);
  await send(0, half).expect(204);
  const { status, headers: last } = await send(half, bytes.length);
  return { status, video: String(last['content-location']) };
}

test('Given two processes and a bucket, When 24 uploads come in pieces, four at a time, Then each becomes a video, and is encoded', async () => {
  const service = await givenTwoProcesses();
  const bytes = await readFile(await clip('silent'));
  const { url: type } = await postType(service);
  const sendSix = async () => {
    const sent: { status: number; video: string }[] = [];
    while (sent.length < 6) sent.push(await sendInPieces(service.root, { bytes, type }));
    return sent;
  };

  const sent = (await Promise.all([1, 2, 3, 4].map(sendSix))).flat();

  expect(sent.filter(({ status }) => status !== 204)).toEqual([]);
  for (const { video } of sent.slice(0, 6)) {
    const { body } = await service.root.client.get(new URL(video).pathname).expect(200);
    await launch(service, body.slug);
    await untilState(service, body.id, 'done');
  }
});
