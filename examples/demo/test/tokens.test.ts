import { chmod, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { demoTokens } from '../src/tokens.ts';

describe('demoTokens', () => {
  let folder: string;
  let dataDir: string;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'demo-tokens-'));
    dataDir = path.join(folder, 'data', 'demo');
  });
  afterEach(async () => await rm(folder, { recursive: true }));

  test('Given no data folder, When the demo starts, Then it makes three different tokens of 32 random bytes', async () => {
    const tokens = Object.values(await demoTokens(dataDir));

    expect(new Set(tokens).size).toBe(3);
    for (const token of tokens) expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
  });

  test('Given a first start, When the demo starts again, Then it reads the same tokens', async () => {
    const first = await demoTokens(dataDir);

    expect(await demoTokens(dataDir)).toEqual(first);
  });

  test('only the owner may read the file, and nothing unfinished stays beside it', async () => {
    await demoTokens(dataDir);

    expect(await readdir(dataDir)).toEqual(['demo-tokens.json']);
    const { mode } = await stat(path.join(dataDir, 'demo-tokens.json'));
    expect((mode & 0o777).toString(8)).toBe('600');
  });

  test('Given a file that a crash left unfinished, When the demo starts, Then it makes whole tokens', async () => {
    await demoTokens(dataDir);
    await rm(path.join(dataDir, 'demo-tokens.json'));
    await writeFile(path.join(dataDir, 'demo-tokens.json.new'), '{"public": "ha');
    await chmod(path.join(dataDir, 'demo-tokens.json.new'), 0o600);

    const tokens = await demoTokens(dataDir);

    expect(await demoTokens(dataDir)).toEqual(tokens);
  });

  test.each([
    ['', 'the file'],
    ['null', 'the file'],
    ['{"public": "short", "management": 1}', 'public, management, webhook'],
  ])(
    'Given a token file that holds %j, When the demo starts, Then it names %s and the mend',
    async (text, names) => {
      await demoTokens(dataDir);
      const file = path.join(dataDir, 'demo-tokens.json');
      await writeFile(file, text);

      await expect(demoTokens(dataDir)).rejects.toThrow(
        `${file}: ${names} must hold tokens of 43 characters (base64url); remove the file`,
      );
    },
  );
});
