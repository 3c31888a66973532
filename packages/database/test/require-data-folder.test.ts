import { existsSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { requireDataFolder, startEmbeddedPostgres } from '../src/index.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

test('Given a folder that is not there, Then it is made, and nothing is left in it', async () => {
  await using parent = await temporaryFolder();
  const folder = join(parent.path, 'data', 'uploads');

  await requireDataFolder(folder);

  expect(existsSync(folder)).toBe(true);
  expect(await readdir(folder)).toEqual([]);
});

test('Given a folder that cannot be made, Then the message names the parameter, of a folder for files and of the embedded PostgreSQL', async () => {
  await using parent = await temporaryFolder();
  await writeFile(join(parent.path, 'file'), '');
  const dataDir = join(parent.path, 'file', 'data');
  const refusal = {
    code: 'data_folder_refused',
    message: expect.stringMatching(
      /data \(parameter data\.dir\) cannot be used: .*ENOTDIR.*correct data\.dir\.$/,
    ),
  };

  await expect(requireDataFolder(dataDir)).rejects.toMatchObject(refusal);
  await expect(startEmbeddedPostgres({ dataDir, database: 'notes' })).rejects.toMatchObject(refusal);
});
