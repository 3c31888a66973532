import { createReadStream } from 'node:fs';
import { mkdtemp, readFile, realpath, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { bringUp } from '@campus/database/programs';
import { createTestDatabase } from '@campus/testing';
import { afterAll, beforeAll } from '@jest/globals';
import pino from 'pino';
import { loadVideoConfiguration } from '../../src/config.ts';
import { openDatabase } from '../../src/data/open-database.ts';
import type { StoredUpload } from '../../src/data/uploads.ts';
import { openSharedParts, type SharedParts } from '../../src/open-shared-parts.ts';
import { appendToUpload } from '../../src/uploads/append-to-upload.ts';
import { openUpload } from '../../src/uploads/open-upload.ts';
import { givenBucketOfInstance, keptIn } from './buckets.ts';
import { testMediaTools } from './clips.ts';

/** Two replicas of the service, without their doors, and one who uploads. */
export interface UploadReplicas {
  one: SharedParts;
  other: SharedParts;
  userId: number;
  mediaRoot: string;
  /** An upload that is to become a new video. */
  givenUpload(size: number): Promise<StoredUpload>;
  /** One that has all its bytes. */
  givenWholeUpload(file: string): Promise<StoredUpload>;
  /** What the source of a video holds. */
  sourceOf(videoId: number): Promise<Buffer>;
}

/** Opens them for the tests of a file. */
export function useUploadReplicas(): UploadReplicas {
  const test = {} as UploadReplicas;
  const closing: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    const database = await createTestDatabase('video-rest');
    closing.push(() => database.drop());
    const dataDir = await realpath(await mkdtemp(path.join(tmpdir(), 'video-uploads-')));
    closing.push(() => rm(dataDir, { recursive: true, force: true }));
    const configuration = {
      ...loadVideoConfiguration({
        env: { DATA_DIR: dataDir },
        workingDirectory: dataDir,
        repositoryRoot: path.resolve(import.meta.dirname, '../../../..'),
      }),
      mediaMinFree: 0,
      ...keptIn(await givenBucketOfInstance()),
    };
    const tools = await testMediaTools();
    const open = async () => {
      const log = pino({ level: 'silent' });
      const options = { configuration, databaseUrl: database.url, tools, log };
      const parts = await bringUp(options, openDatabase, (ground) => openSharedParts(options, ground));
      closing.push(() => parts.stop());
      return parts;
    };
    const one = await open();
    const { id: userId } = await one.db.prisma.user.create({ data: { username: 'owner' } });
    const { id: typeId } = await one.db.prisma.videoType.create({ data: { titleEn: 'Lecture' } });
    const givenUpload = (size: number) =>
      openUpload(one, { userId, size, values: { title: 'Algebra', ownerId: userId, typeId } });
    Object.assign(test, {
      one,
      other: await open(),
      userId,
      mediaRoot: configuration.mediaRoot,
      givenUpload,
      async givenWholeUpload(file: string) {
        const upload = await givenUpload((await stat(file)).size);
        await appendToUpload(one, upload, { content: createReadStream(file) });
        return upload;
      },
      sourceOf: (videoId: number) => sourceOf(one, videoId),
    });
  });

  afterAll(async () => {
    for (const close of closing.reverse()) await close();
  });

  return test;
}

async function sourceOf({ db, storage }: SharedParts, videoId: number): Promise<Buffer> {
  const { sourceFile } = await db.prisma.video.findUniqueOrThrow({ where: { id: videoId } });
  const located = await storage.locate({ table: 'videos', id: videoId, file: sourceFile });
  if (located === null) throw new Error(`the source of video ${videoId} is not there`);
  if (located.kind === 'file') return readFile(located.path);
  return buffer(located.read({ start: 0, end: located.bytes - 1 }));
}
