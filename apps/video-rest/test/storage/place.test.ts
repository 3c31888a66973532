import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createTestDatabase } from '@campus/testing';
import { describe, expect, test } from '@jest/globals';
import { openDatabase } from '../../src/data/open-database.ts';
import { nextVideoId, updateVideo } from '../../src/data/videos.ts';
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

/** As when its disk is not mounted for a moment. */
async function whileAway(work: () => Promise<unknown>): Promise<void> {
  await rename(media.mediaRoot, `${media.mediaRoot}-away`);
  await work().finally(() => rename(`${media.mediaRoot}-away`, media.mediaRoot));
}

test('What was placed in vain just before the folder went away goes with the next sweep', async () => {
  let videoId = 0;
  const placing = async () => {
    const temporaryFile = await media.givenFile();
    await media.storage.place(async (place) => {
      const source = await place.source({ temporaryFile, extension: 'mp4' });
      await media.db.prisma.$transaction(async (tx) => {
        videoId = await nextVideoId(tx);
        await source.into(tx, videoId);
      });
      await rename(media.mediaRoot, `${media.mediaRoot}-away`);
      throw new Error('the rest failed');
    });
  };

  await expect(placing()).rejects.toThrow('the rest failed');

  await rename(`${media.mediaRoot}-away`, media.mediaRoot);
  expect(await media.keptOf({ table: 'videos', id: videoId })).toHaveLength(1);
  await media.storage.sweep();
  expect(await media.keptOf({ table: 'videos', id: videoId })).toEqual([]);
  expect(await media.leftOver()).toEqual([]);
});

test.each<[string, (id: number) => Promise<unknown>]>([
  ['a source that is replaced', (id) => updateVideo(media.db.prisma, id, { sourceFile: 'source-0.mp4' })],
  ['outputs that are no longer on air', (id) => updateVideo(media.db.prisma, id, { encodingId: null })],
])('Given %s, While the folder is away, Then that is not taken for removed', async (_what, change) => {
  const { id } = await media.givenVideo();
  await media.givenOnAir(id);
  const row = { table: 'videos' as const, id };
  const before = await media.keptOf(row);
  await change(id);

  await whileAway(() => expect(media.storage.tidyFolder(row)).rejects.toMatchObject({ code: 'store_away' }));

  expect(await media.keptOf(row)).toEqual(before);
  await media.storage.tidyFolder(row);
  expect((await media.keptOf(row)).length).toBeLessThan(before.length);
});

test('A temporary file that is to go while the folder is away goes with the next sweep', async () => {
  const file = await media.givenFile();

  await whileAway(() => media.storage.removeTemporary(file));

  expect(await media.leftOver()).toHaveLength(1);
  await media.storage.sweep();
  expect(await media.leftOver()).toEqual([]);
});

test('Given a folder without what is on its way, as saved ones are, When it is put in place, Then uploads go on', async () => {
  await rm(path.join(media.mediaRoot, 'tmp'), { recursive: true });

  await media.storage.requireFreeSpace(0);

  await expect(media.givenVideo()).resolves.toMatchObject({ sourceFile: expect.any(String) });
});

test('A folder that is not the one of the videos is refused: a mount may be missing, and nothing is made in it', async () => {
  await media.givenVideo();
  const elsewhere = await mkdtemp(path.join(tmpdir(), 'video-elsewhere-'));
  try {
    await expect(media.openAnother({ mediaRoot: elsewhere })).rejects.toThrow(
      /is not the folder of this database/,
    );
    expect(await readdir(elsewhere)).toEqual([]);
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
