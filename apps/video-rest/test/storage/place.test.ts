import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createTestDatabase, eventually } from '@campus/testing';
import { describe, expect, test } from '@jest/globals';
import { openDatabase } from '../../src/data/open-database.ts';
import { deleteVideo, nextVideoId, updateVideo } from '../../src/data/videos.ts';
import { openStorage } from '../../src/storage/open-storage.ts';
import { orNoSpace, StorageError } from '../../src/storage/storage-error.ts';
import { silentLog, useStorage } from '../support/storage.ts';

const media = useStorage();

describe('A source', () => {
  test('stands in the folder of its video once the row is there, and nothing of it is left elsewhere', async () => {
    const { id, sourceFile } = await media.givenVideo({ content: 'bytes', extension: 'webm' });

    expect(sourceFile).toMatch(/^source-[0-9a-f]{32}\.webm$/);
    const file = path.join(media.mediaRoot, `videos/0000/${id}/${sourceFile}`);
    expect(await readFile(file, 'utf8')).toBe('bytes');
    expect(await media.storage.withSource({ videoId: id, sourceFile }, async (input) => input)).toBe(file);
    expect((await media.tree('tmp')).filter((name) => !name.endsWith('/'))).toEqual([]);
  });

  test('is gone with its folder when the transaction fails', async () => {
    const temporaryFile = await media.givenFile();
    let videoId = 0;

    const placing = media.storage.place(async (place) => {
      const source = await place.source({ temporaryFile, extension: 'mp4' });
      await media.db.prisma.$transaction(async (tx) => {
        videoId = await nextVideoId(tx);
        await source.into(tx, videoId);
        throw new Error('no row');
      });
    });

    await expect(placing).rejects.toThrow('no row');
    expect((await media.tree()).filter((name) => name.includes(`/${videoId}/`))).toEqual([]);
    expect((await media.tree('tmp')).filter((name) => !name.endsWith('/'))).toEqual([]);
  });

  test('stays when the transaction that should replace it fails', async () => {
    const { id, sourceFile } = await media.givenVideo();
    const temporaryFile = await media.givenFile('another');

    const placing = media.storage.place(async (place) => {
      const source = await place.source({ temporaryFile, extension: 'mp4' });
      await media.db.prisma.$transaction(async (tx) => {
        await source.into(tx, id);
        throw new Error('no change');
      });
    });

    await expect(placing).rejects.toThrow('no change');
    expect(await media.tree(`videos/0000/${id}`)).toEqual([`videos/0000/${id}/${sourceFile}`]);
  });

  test('stays when the commit went through although the change failed after it', async () => {
    const { id } = await media.givenVideo();
    const temporaryFile = await media.givenFile('another');

    const placing = media.storage.place(async (place) => {
      const source = await place.source({ temporaryFile, extension: 'mkv' });
      await media.db.prisma.$transaction(async (tx) => {
        const sourceFile = await source.into(tx, id);
        await updateVideo(tx, id, { sourceFile });
      });
      throw new Error('the answer of the commit was lost');
    });

    await expect(placing).rejects.toThrow('was lost');
    expect(await media.tree(`videos/0000/${id}`)).toEqual([expect.stringMatching(/source-\w+\.mkv$/)]);
  });

  test('never has an extension that is not ours', async () => {
    const temporaryFile = await media.givenFile();

    const placing = media.storage.place((place) => place.source({ temporaryFile, extension: '../x' }));

    await expect(placing).rejects.toThrow('no extension of ours');
    await media.storage.removeTemporary(temporaryFile);
  });
});

describe('Outputs', () => {
  test('Given what a dead attempt of the same run had moved, When they are placed, Then they take its place', async () => {
    const { id } = await media.givenVideo();
    const { id: encodingId } = await media.db.prisma.encoding.create({ data: { videoId: id } });
    const place = (folder: string) =>
      media.storage.place(async (to) => {
        const outputs = await to.encoding(folder);
        await media.db.prisma.$transaction((tx) => outputs.into(tx, { videoId: id, encodingId }));
      });
    await place(await media.givenOutputs({ 'old.mp4': '' }));

    await place(await media.givenOutputs({ 'new.mp4': '' }));

    const folder = `videos/0000/${id}/encoding-${encodingId}`;
    expect(await media.tree(folder)).toEqual([`${folder}/new.mp4`]);
  });

  test('never change once they are on air', async () => {
    const { id } = await media.givenVideo();
    const encodingId = await media.givenOnAir(id, { 'old.mp4': '' });
    const folder = await media.givenOutputs();

    const placing = media.storage.place(async (place) => {
      const outputs = await place.encoding(folder);
      await media.db.prisma.$transaction((tx) => outputs.into(tx, { videoId: id, encodingId }));
    });

    await expect(placing).rejects.toThrow('on air already');
    expect(await media.tree(`videos/0000/${id}/encoding-${encodingId}`)).toHaveLength(1);
    await media.storage.removeTemporary(folder);
  });
});

describe('Tidying the folder of a video', () => {
  test('removes replaced sources and former outputs, and keeps what the database refers to', async () => {
    const { id, sourceFile } = await media.givenVideo();
    const former = await media.givenOnAir(id);
    const current = await media.givenOnAir(id);
    const folder = path.join(media.mediaRoot, 'videos/0000', String(id));
    await writeFile(path.join(folder, 'source-former.mp4'), '');
    expect(await media.tree(`videos/0000/${id}`)).toContain(`videos/0000/${id}/encoding-${former}/`);

    await media.storage.tidyFolder({ table: 'videos', id });
    await media.storage.tidyFolder({ table: 'videos', id });

    expect(await media.tree(`videos/0000/${id}`)).toEqual([
      `videos/0000/${id}/encoding-${current}/`,
      `videos/0000/${id}/encoding-${current}/master.m3u8`,
      `videos/0000/${id}/${sourceFile}`,
    ]);
  });

  test('removes the whole folder of a deleted video, once and again', async () => {
    const { id } = await media.givenVideo();
    await media.givenOnAir(id);
    await deleteVideo(media.db.prisma, id);

    await media.storage.tidyFolder({ table: 'videos', id });
    await media.storage.tidyFolder({ table: 'videos', id });

    expect((await media.tree('videos')).filter((name) => name.startsWith(`videos/0000/${id}/`))).toEqual([]);
  });

  test('waits for a placement under way', async () => {
    const { id } = await media.givenVideo();
    const temporaryFile = await media.givenFile('another');
    let tidied: Promise<void> | undefined;

    const sourceFile = await media.storage.place(async (place) => {
      const source = await place.source({ temporaryFile, extension: 'mp4' });
      return media.db.prisma.$transaction(async (tx) => {
        const name = await source.into(tx, id);
        tidied = media.storage.tidyFolder({ table: 'videos', id });
        await untilSomebodyWaitsForALock();
        await updateVideo(tx, id, { sourceFile: name });
        return name;
      });
    });
    await tidied;

    expect(await media.tree(`videos/0000/${id}`)).toEqual([`videos/0000/${id}/${sourceFile}`]);
  });
});

async function untilSomebodyWaitsForALock(): Promise<void> {
  await eventually(async () => {
    const { rows } = await media.db.pool.query(
      `select from pg_locks where locktype = 'advisory' and not granted
       and database = (select oid from pg_database where datname = current_database())`,
    );
    return rows.length > 0;
  });
}

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

test('What a full disk says is told apart from other failures', async () => {
  const full = await writeFile('/dev/full', 'x').catch((error: unknown) => error);
  const absent = await readFile('/dev/null/x').catch((error: unknown) => error);

  expect(orNoSpace(full)).toMatchObject({ code: 'disk_full', cause: full });
  expect(orNoSpace(absent)).toBe(absent);
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
