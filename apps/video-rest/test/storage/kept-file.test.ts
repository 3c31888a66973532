import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { eventually } from '@campus/testing';
import { describe, expect, test } from '@jest/globals';
import { addFile, nextFileId } from '../../src/data/kept-files.ts';
import { useStorage } from '../support/storage.ts';

const media = useStorage();

/** A file with its row, in a folder of the database. */
async function givenFile(): Promise<{ id: number; storedFile: string }> {
  const { prisma } = media.db;
  const { id: ownerId } = await prisma.user.findFirstOrThrow();
  const name = 'algebra';
  const { id: folderId } = await prisma.folder.upsert({
    where: { ownerId_name: { ownerId, name } },
    create: { ownerId, name },
    update: {},
  });
  const temporaryFile = await media.givenFile('slides');
  return media.storage.place((place) =>
    prisma.$transaction(async (tx) => {
      const id = await nextFileId(tx);
      const storedFile = await place.file(tx, { id, temporaryFile, extension: 'pdf' });
      await addFile(tx, { id, name, folderId, createdById: ownerId, storedFile });
      return { id, storedFile };
    }),
  );
}

const namesOf = async (id: number) =>
  (await media.tree()).filter((name) => name.includes(`files/0000/${id}/`));

describe('A file that somebody keeps', () => {
  test('is gone with its folder when the transaction fails', async () => {
    const temporaryFile = await media.givenFile();
    let id = 0;
    const placing = media.storage.place((place) =>
      media.db.prisma.$transaction(async (tx) => {
        id = await nextFileId(tx);
        await place.file(tx, { id, temporaryFile, extension: 'pdf' });
        throw new Error('no row');
      }),
    );

    await expect(placing).rejects.toThrow('no row');
    expect(await namesOf(id)).toEqual([]);
    expect((await media.tree('tmp')).filter((name) => !name.endsWith('/'))).toEqual([]);
  });

  test('stays, and what its row does not refer to goes, when a process died that was touching its folder', async () => {
    const { id, storedFile } = await givenFile();
    const folder = path.join(media.mediaRoot, `files/0000/${id}`);
    const dead = path.join(media.mediaRoot, 'tmp/999');
    await writeFile(path.join(folder, 'file-lost.pdf'), 'lost');
    await mkdir(dead);
    await writeFile(path.join(dead, `touching-files-${id}-0`), '');

    await eventually(async () => {
      await media.storage.sweep();
      expect(await media.tree('tmp')).not.toContain('tmp/999/');
    });

    expect(await namesOf(id)).toEqual([`files/0000/${id}/`, `files/0000/${id}/${storedFile}`]);
  });
});
