import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createTestDatabase } from '@campus/testing';
import { describe, expect, test } from '@jest/globals';
import { openDatabase } from '../../src/data/open-database.ts';
import { openStorage } from '../../src/storage/open-storage.ts';
import { StorageError, whyFolderFails } from '../../src/storage/storage-error.ts';
import { silentLog, useStorage } from '../support/storage.ts';
import { storageCases } from '../support/storage-cases.ts';

const media = useStorage();

storageCases(media);

test('A source stands below MEDIA_ROOT, in the folder of its video', async () => {
  const { id, sourceFile } = await media.givenVideo({ content: 'bytes' });

  const file = path.join(media.mediaRoot, `videos/0000/${id}/${sourceFile}`);
  expect(await readFile(file, 'utf8')).toBe('bytes');
  expect(await media.storage.withSource({ videoId: id, sourceFile }, async (input) => input)).toBe(file);
});

describe('Opening the storage', () => {
  test('refuses a folder that it cannot work with, and says what to mend', async () => {
    const file = path.join(media.mediaRoot, 'a-file');
    await writeFile(file, '');

    const opening = openStorage({
      mediaRoot: file,
      minFreeBytes: 0,
      db: media.db,
      databaseUrl: media.databaseUrl,
      log: silentLog,
    });

    await expect(opening).rejects.toThrow(StorageError);
    await expect(opening).rejects.toThrow(
      `MEDIA_ROOT (${file}) cannot be used: a part of this path is a file`,
    );
  });

  test('leaves nothing in the folder when it is closed again', async () => {
    const before = await media.tree();
    const another = await media.openAnother();
    await another.makeTemporaryFolder();

    await another.close();

    expect(await media.tree()).toEqual(before);
  });
});

test('Space is refused when less than the minimum would be left', async () => {
  const careful = await media.openAnother({ minFreeBytes: 2 ** 60 });

  await expect(careful.requireFreeSpace(0)).rejects.toMatchObject({ code: 'too_little_space' });
  await expect(media.storage.requireFreeSpace(1)).resolves.toBeUndefined();
  await expect(media.storage.requireFreeSpace(2 ** 60)).rejects.toMatchObject({ code: 'too_little_space' });
});

test('The check of the folder fails when less than the minimum is left', async () => {
  const careful = await media.openAnother({ minFreeBytes: 2 ** 60 });

  await expect(careful.checkRoom()).rejects.toMatchObject({ code: 'too_little_space' });
  await expect(media.storage.checkRoom()).resolves.toBeUndefined();
});

const diskError = (code: string, syscall = 'open') =>
  Object.assign(new Error(`${code}: odd`), { code, syscall });

test.each([
  ['ENOSPC', 'disk_full'],
  ['EDQUOT', 'disk_full'],
  ['EROFS', 'store_away'],
  ['ENOENT', 'store_away'],
  ['EIO', 'store_away'],
  ['ESTALE', 'store_away'],
  ['EACCES', 'store_away'],
  ['ENOTCONN', 'store_away'],
])('What the disk of the media folder says is expected: %s means %s, and is told', (code, means) => {
  const error = diskError(code);

  expect(whyFolderFails(error)).toMatchObject({ code: means, cause: error });
});

test.each([
  ['a connection of the database', diskError('ENOENT', 'connect')],
  ['another code', diskError('EBADF')],
  ['no code', new Error('a bug')],
])('What is not of the media folder stays as it is: %s', (_of, error) => {
  expect(whyFolderFails(error)).toBe(error);
});

test('A folder that is not the one of the videos is refused: a mount may be missing', async () => {
  await media.givenVideo();
  const elsewhere = await mkdtemp(path.join(tmpdir(), 'video-elsewhere-'));
  try {
    await expect(media.openAnother({ mediaRoot: elsewhere })).rejects.toThrow(
      /is not the folder of this database/,
    );
  } finally {
    await rm(elsewhere, { recursive: true });
  }
});

test('A media folder of another database is refused, since its files would be removed', async () => {
  const database = await createTestDatabase('video-rest');
  const db = openDatabase(database.url, () => undefined);
  try {
    const opening = openStorage({
      mediaRoot: media.mediaRoot,
      minFreeBytes: 0,
      db,
      databaseUrl: database.url,
      log: silentLog,
    });

    await expect(opening).rejects.toThrow(/belongs to another database/);
  } finally {
    await db.close();
    await database.drop();
  }
});
