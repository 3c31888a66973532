import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { FirstPasswordError, makeFirstAccount } from '../src/index.ts';

test('Given a folder that cannot be made, Then the first account is not, and the message names file and parameter', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'first-password-'));
  try {
    await writeFile(path.join(folder, 'file'), '');
    const dataDir = path.join(folder, 'file', 'data');
    const steps = {
      what: 'superuser',
      parameters: 'ROOT_USERNAME and ROOT_PASSWORD',
      isThere: async () => false,
      insert: async (_account: object, beforeCommit: () => Promise<void>) => {
        await beforeCommit();
        return true;
      },
    };

    const making = makeFirstAccount(steps, { username: 'root', password: undefined, dataDir });

    await expect(making).rejects.toThrow(FirstPasswordError);
    await expect(making).rejects.toThrow(/data\/first-password: ENOTDIR.*data\.dir/);
  } finally {
    await rm(folder, { recursive: true });
  }
});
