import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { eventually } from '@campus/testing';
import { describe, expect, test } from '@jest/globals';
import { useStorage } from '../support/storage.ts';

const media = useStorage();

const namesOf = async (id: number) =>
  (await media.tree()).filter((name) => name.includes(`files/0000/${id}/`));

describe('A file that somebody keeps', () => {
  test('stays, and what its row does not refer to goes, when a process died that was touching its folder', async () => {
    const { id, storedFile } = await media.givenKeptFile();
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
