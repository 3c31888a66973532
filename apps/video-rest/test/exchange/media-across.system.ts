import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sharedS3Server, startProcess } from '@campus/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Prisma } from '../../generated/client.ts';
import { exports, imports } from '../../src/exchange/exchange-command.ts';
import { givenBucketSettings } from '../support/buckets.ts';
import { outputsOfVideo } from '../support/on-air.ts';
import { runExchange } from '../support/run-exchange.ts';
import { type TestStorage, useStorage } from '../support/storage.ts';

const newBucket = async () => givenBucketSettings(await sharedS3Server());
const inFolder = useStorage();
const inBucket = useStorage({}, { bucket: newBucket });
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'video-media-across-'));
  for (const { db } of [inFolder, inBucket])
    await db.prisma.user.create({ data: { username: 'root', isStaff: true, isSuperuser: true } });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const ways: [
  string,
  TestStorage,
  TestStorage,
  () => Promise<Parameters<typeof runExchange>[1]['archive']>,
][] = [
  [
    'a folder into a bucket, by a folder',
    inFolder,
    inBucket,
    async () => ({ folder: path.join(folder, 'a') }),
  ],
  [
    'a bucket into a folder, by a folder',
    inBucket,
    inFolder,
    async () => ({ folder: path.join(folder, 'b') }),
  ],
  ['a folder into a bucket, by a bucket', inFolder, inBucket, newBucket],
  ['a bucket into a folder, by a bucket', inBucket, inFolder, newBucket],
];

test.each(ways)(
  'Given an instance, When its objects with their media go from %s, Then all is there, and plays',
  async (way, from, into, givenArchive) => {
    const { id, sourceFile, slug } = await from.givenVideo({ content: `source from ${way}` });
    const run = await from.givenOnAir(id, { 'master.m3u8': '#EXTM3U\n', '720p.mp4': `pictures from ${way}` });
    const outputs = { ...outputsOfVideo } as unknown as Prisma.InputJsonObject;
    await from.db.prisma.encoding.update({ where: { id: run }, data: { outputs } });
    const kept = await from.givenKeptFile(`slides from ${way}`);
    const archive = await givenArchive();
    const file = path.join(folder, `${way}.jsonl`);

    await runExchange(exports, { on: from, archive }, file, '--media', 'archive');
    await runExchange(imports, { on: into, archive }, file, '--by', 'root', '--media', 'archive');

    const video = await into.db.prisma.video.findUniqueOrThrow({ where: { slug } });
    const of = (name: string) => into.contentOf({ table: 'videos', id: video.id, file: name });
    expect(await of(sourceFile)).toBe(`source from ${way}`);
    expect(await of(`encoding-${video.encodingId}/720p.mp4`)).toBe(`pictures from ${way}`);
    const { id: keptId } = await into.db.prisma.keptFile.findFirstOrThrow({
      where: { storedFile: kept.storedFile },
    });
    expect(await into.contentOf({ table: 'files', id: keptId, file: kept.storedFile })).toBe(
      `slides from ${way}`,
    );
    expect(await into.leftOver()).toEqual([]);
  },
);

test('Given a bucket that is not there, When media are to go into it, Then what was typed is named', async () => {
  const { endpoint, region, accessKeyId, secretAccessKey } = await sharedS3Server();
  await using exporting = startProcess({
    command: process.execPath,
    args: [
      path.resolve(import.meta.dirname, '../../src/cli/export.ts'),
      ...[path.join(folder, 'all.jsonl'), '--media', 's3://nowhere/media'],
    ],
    env: {
      DATABASE_URL: inFolder.databaseUrl,
      MEDIA_ROOT: inFolder.mediaRoot,
      MEDIA_MIN_FREE: '0',
      MEDIA_S3_ENDPOINT: endpoint,
      MEDIA_S3_REGION: region,
      MEDIA_S3_ACCESS_KEY_ID: accessKeyId,
      MEDIA_S3_SECRET_ACCESS_KEY: secretAccessKey,
      MEDIA_S3_PATH_STYLE: 'true',
    },
  });

  const { code } = await exporting.exited;

  expect(code).toBe(1);
  expect(exporting.output()).toContain(
    'has no bucket nowhere; create it, or correct --media s3://nowhere/media.',
  );
});
