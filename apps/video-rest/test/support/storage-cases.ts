import path from 'node:path';
import { eventually, type StartedProcess, startProcess } from '@campus/testing';
import { afterEach, describe, expect, test } from '@jest/globals';
import { addKeptRow } from '../../src/data/kept-files.ts';
import { nextId } from '../../src/data/row-ids.ts';
import { deleteVideo, nextVideoId, updateVideo } from '../../src/data/videos.ts';
import { outputFile } from '../../src/storage/layout.ts';
import type { TestStorage } from './storage.ts';

const sourceOf = (id: number, file: string) => ({ table: 'videos' as const, id, file });
const videoOf = (id: number) => ({ table: 'videos' as const, id });

/** What every place for media promises. */
export function storageCases(media: TestStorage): void {
  sourceCases(media);
  outputCases(media);
  tidyingCases(media);
  keptFileCases(media);
  killCases(media);
}

function sourceCases(media: TestStorage): void {
  describe('A source', () => {
    test('is there once its row is, and nothing of it is left elsewhere', async () => {
      const { id, sourceFile } = await media.givenVideo({ content: 'bytes', extension: 'webm' });

      expect(sourceFile).toMatch(/^source-[0-9a-f]{32}\.webm$/);
      expect(await media.keptOf(videoOf(id))).toEqual([sourceFile]);
      expect(await media.contentOf(sourceOf(id, sourceFile))).toBe('bytes');
      expect(await media.leftOver()).toEqual([]);
    });

    test('is gone when the transaction fails', async () => {
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
      await media.storage.removeTemporary(temporaryFile);
      expect(await media.keptOf(videoOf(videoId))).toEqual([]);
      expect(await media.leftOver()).toEqual([]);
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
      expect(await media.keptOf(videoOf(id))).toEqual([sourceFile]);
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
      await media.storage.tidyFolder(videoOf(id));
      const [sourceFile = '', ...others] = await media.keptOf(videoOf(id));
      expect(others).toEqual([]);
      expect(sourceFile).toMatch(/^source-\w+\.mkv$/);
      expect(await media.contentOf(sourceOf(id, sourceFile))).toBe('another');
    });

    test('never has an extension that is not ours', async () => {
      const temporaryFile = await media.givenFile();

      const placing = media.storage.place((place) => place.source({ temporaryFile, extension: '../x' }));

      await expect(placing).rejects.toThrow('no extension of ours');
      await media.storage.removeTemporary(temporaryFile);
    });
  });
}

function outputCases(media: TestStorage): void {
  describe('Outputs', () => {
    test('Given what a dead attempt of the same run had placed, When they are placed, Then they take its place', async () => {
      const { id, sourceFile } = await media.givenVideo();
      const { id: encodingId } = await media.db.prisma.encoding.create({ data: { videoId: id } });
      const place = (folder: string) =>
        media.storage.place(async (to) => {
          const outputs = await to.encoding(folder);
          await media.db.prisma.$transaction((tx) => outputs.into(tx, { videoId: id, encodingId }));
        });
      await place(await media.givenOutputs({ 'old.mp4': 'old', 'both.mp4': 'old' }));

      await place(await media.givenOutputs({ 'new.mp4': 'new', 'both.mp4': 'new' }));

      const contentOf = (file: string) => media.contentOf(outputFile({ videoId: id, encodingId }, file));
      expect(await contentOf('old.mp4')).toBeNull();
      expect(await contentOf('new.mp4')).toBe('new');
      expect(await contentOf('both.mp4')).toBe('new');
      await media.storage.tidyFolder(videoOf(id));
      expect(await media.keptOf(videoOf(id))).toEqual([sourceFile]);
    });

    test('never change once they are on air', async () => {
      const { id } = await media.givenVideo();
      const encodingId = await media.givenOnAir(id, { 'old.mp4': 'old' });
      const folder = await media.givenOutputs();

      const placing = media.storage.place(async (place) => {
        const outputs = await place.encoding(folder);
        await media.db.prisma.$transaction((tx) => outputs.into(tx, { videoId: id, encodingId }));
      });

      await expect(placing).rejects.toThrow('on air already');
      expect(await media.contentOf(outputFile({ videoId: id, encodingId }, 'old.mp4'))).toBe('old');
      await media.storage.removeTemporary(folder);
    });
  });
}

function tidyingCases(media: TestStorage): void {
  describe('Tidying', () => {
    test('removes replaced sources and former outputs, and keeps what the database refers to', async () => {
      const { id } = await media.givenVideo();
      await media.givenOnAir(id);
      const current = await media.givenOnAir(id);
      const sourceFile = await givenReplaced(media, id);
      expect(await media.keptOf(videoOf(id))).toHaveLength(4);

      await media.storage.tidyFolder(videoOf(id));
      await media.storage.tidyFolder(videoOf(id));

      expect(await media.keptOf(videoOf(id))).toEqual([`encoding-${current}/master.m3u8`, sourceFile]);
    });

    test('removes all of a deleted video, once and again', async () => {
      const { id } = await media.givenVideo();
      await media.givenOnAir(id);
      await deleteVideo(media.db.prisma, id);

      await media.storage.tidyFolder(videoOf(id));
      await media.storage.tidyFolder(videoOf(id));

      expect(await media.keptOf(videoOf(id))).toEqual([]);
    });

    test('waits for a placement under way', async () => {
      const { id } = await media.givenVideo();
      const temporaryFile = await media.givenFile('another');
      let tidied: Promise<void> | undefined;

      const sourceFile = await media.storage.place(async (place) => {
        const source = await place.source({ temporaryFile, extension: 'mp4' });
        return media.db.prisma.$transaction(async (tx) => {
          const name = await source.into(tx, id);
          tidied = media.storage.tidyFolder(videoOf(id));
          await untilSomebodyWaitsForALock(media);
          await updateVideo(tx, id, { sourceFile: name });
          return name;
        });
      });
      await tidied;

      expect(await media.keptOf(videoOf(id))).toEqual([sourceFile]);
    });
  });
}

async function givenReplaced(media: TestStorage, id: number): Promise<string> {
  const temporaryFile = await media.givenFile('another');
  return media.storage.place(async (place) => {
    const source = await place.source({ temporaryFile, extension: 'mp4' });
    return media.db.prisma.$transaction(async (tx) => {
      const sourceFile = await source.into(tx, id);
      await updateVideo(tx, id, { sourceFile });
      return sourceFile;
    });
  });
}

async function untilSomebodyWaitsForALock(media: TestStorage): Promise<void> {
  await eventually(async () => {
    const { rows } = await media.db.pool.query(
      `select from pg_locks where locktype = 'advisory' and not granted
       and database = (select oid from pg_database where datname = current_database())`,
    );
    return rows.length > 0;
  });
}

function keptFileCases(media: TestStorage): void {
  /** A folder of the database for what people keep. */
  async function givenFolder(): Promise<{ folderId: number; createdById: number }> {
    const { prisma } = media.db;
    const { id: ownerId } = await prisma.user.findFirstOrThrow();
    const name = 'algebra';
    const { id: folderId } = await prisma.folder.upsert({
      where: { ownerId_name: { ownerId, name } },
      create: { ownerId, name },
      update: {},
    });
    return { folderId, createdById: ownerId };
  }

  describe('A file that somebody keeps', () => {
    test('is gone when the transaction fails', async () => {
      const temporaryFile = await media.givenFile();
      let id = 0;
      const placing = media.storage.place(async (place) => {
        const file = await place.file({ temporaryFile, extension: 'pdf' });
        await media.db.prisma.$transaction(async (tx) => {
          id = await nextId(tx, 'files');
          await file.into(tx, id);
          throw new Error('no row');
        });
      });

      await expect(placing).rejects.toThrow('no row');
      await media.storage.removeTemporary(temporaryFile);
      expect(await media.keptOf({ table: 'files', id })).toEqual([]);
      expect(await media.leftOver()).toEqual([]);
    });

    test('and an image with those made of it stays when its folder is tidied', async () => {
      const columns = await givenFolder();
      const sent = await media.givenFile('png');
      const [large, medium, small] = await Promise.all(['l', 'm', 's'].map((one) => media.givenFile(one)));
      const resized = { large: String(large), medium: String(medium), small: String(small) };
      const image = await media.storage.place(async (place) => {
        const brought = await place.image({ temporaryFile: sent, extension: 'png', resized });
        return media.db.prisma.$transaction(async (tx) => {
          const id = await nextId(tx, 'images');
          const storedFile = await brought.into(tx, id);
          await addKeptRow(tx, 'images', { ...columns, id, name: 'photo', storedFile });
          return { id, storedFile };
        });
      });

      await media.storage.tidyFolder({ table: 'images', id: image.id });

      const random = image.storedFile.slice('image-'.length, -'.png'.length);
      expect(await media.keptOf({ table: 'images', id: image.id })).toEqual([
        `image-${random}.png`,
        `large-${random}.webp`,
        `medium-${random}.webp`,
        `small-${random}.webp`,
      ]);
      const small_ = { table: 'images' as const, id: image.id, file: `small-${random}.webp` };
      expect(await media.contentOf(small_)).toBe('s');
    });
  });
}

function killCases(media: TestStorage): void {
  const started: StartedProcess[] = [];
  afterEach(async () => {
    for (const one of started.splice(0)) await one[Symbol.asyncDispose]();
  });

  /** A process that has put a new source in place and waits there. */
  async function givenHanging(videoId: number, at: 'before-commit' | 'after-commit') {
    const child = startProcess({
      command: process.execPath,
      args: [
        path.join(import.meta.dirname, 'place-and-hang.ts'),
        ...[media.databaseUrl, media.mediaRoot, String(videoId), at],
        ...(media.bucket ? [JSON.stringify(media.bucket)] : []),
      ],
    });
    started.push(child);
    const [, sourceFile = ''] = await child.waitForOutput(/hanging with (\S+)/);
    return { child, sourceFile };
  }

  /** Sweeps until this holds: the server needs a moment to see that a process is gone. */
  const sweepUntil = (check: () => Promise<void>) =>
    eventually(async () => {
      await media.storage.sweep();
      await check();
    });

  describe('When a process is killed (SIGKILL)', () => {
    test('before the commit, the next sweep removes the new source and keeps the old', async () => {
      const { id, sourceFile } = await media.givenVideo();
      const { child } = await givenHanging(id, 'before-commit');
      await child.kill('SIGKILL');

      await sweepUntil(async () => expect(await media.leftOver()).toEqual([]));

      expect(await media.keptOf(videoOf(id))).toEqual([sourceFile]);
    });

    test('after the commit, the new source stays', async () => {
      const { id } = await media.givenVideo();
      const { child, sourceFile } = await givenHanging(id, 'after-commit');
      await child.kill('SIGKILL');

      await sweepUntil(async () => expect(await media.leftOver()).toEqual([]));
      await media.storage.tidyFolder(videoOf(id));

      expect(await media.keptOf(videoOf(id))).toEqual([sourceFile]);
    });

    test('what another process has that lives stays, wherever it is on its way', async () => {
      const [dead, living] = [await media.givenVideo(), await media.givenVideo()];
      const { child } = await givenHanging(dead.id, 'before-commit');
      const { sourceFile } = await givenHanging(living.id, 'after-commit');
      const before = (await media.leftOver()).length;
      await child.kill('SIGKILL');

      await sweepUntil(async () => expect((await media.leftOver()).length).toBeLessThan(before));

      expect(await media.keptOf(videoOf(dead.id))).toEqual([dead.sourceFile]);
      expect(await media.keptOf(videoOf(living.id))).toContain(sourceFile);
      // Its other upload.
      expect(await media.leftOver()).toContainEqual(expect.stringMatching(/^tmp\/\d+\/file-/));
    });

    test('the next process that opens the storage sweeps by itself', async () => {
      const { id, sourceFile } = await media.givenVideo();
      const { child } = await givenHanging(id, 'before-commit');
      await child.kill('SIGKILL');

      await media.openAnother();

      await eventually(async () => {
        expect(await media.leftOver()).toEqual([]);
        expect(await media.keptOf(videoOf(id))).toEqual([sourceFile]);
      });
    });
  });
}
