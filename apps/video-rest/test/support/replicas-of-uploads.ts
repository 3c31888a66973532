import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createTestDatabase } from '@campus/testing';
import { afterAll, beforeAll } from '@jest/globals';
import pino from 'pino';
import { loadVideoConfiguration } from '../../src/config.ts';
import type { StoredUpload } from '../../src/data/uploads.ts';
import { openSharedParts, type SharedParts } from '../../src/open-shared-parts.ts';
import { openUpload } from '../../src/uploads/open-upload.ts';
import { testMediaTools } from './clips.ts';

/** Two replicas of the service, without their doors, and one who uploads. */
export interface UploadReplicas {
  one: SharedParts;
  other: SharedParts;
  userId: number;
  mediaRoot: string;
  /** An upload that is to become a new video. */
  givenUpload(size: number): Promise<StoredUpload>;
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
    };
    const tools = await testMediaTools();
    const open = async () => {
      const log = pino({ level: 'silent' });
      const parts = await openSharedParts({ configuration, databaseUrl: database.url, tools, log });
      closing.push(() => parts.stop());
      return parts;
    };
    const one = await open();
    const { id: userId } = await one.db.prisma.user.create({ data: { username: 'owner' } });
    const { id: typeId } = await one.db.prisma.videoType.create({ data: { titleEn: 'Lecture' } });
    Object.assign(test, {
      one,
      other: await open(),
      userId,
      mediaRoot: configuration.mediaRoot,
      givenUpload: (size: number) =>
        openUpload(one, { userId, size, values: { title: 'Algebra', ownerId: userId, typeId } }),
    });
  });

  afterAll(async () => {
    for (const close of closing.reverse()) await close();
  });

  return test;
}
