/** CONTRIBUTING.md's way to a resource fits the tree; `contributing.slow.ts` goes it. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { patched, resourceSteps } from './support/resource-steps.ts';
import { repositoryRoot } from './support/start-demo.ts';

test('Each line that the way to a resource adds has its place in the file that it names', async () => {
  const changes = (await resourceSteps()).filter(({ kind }) => kind === 'diff');

  expect(changes.length).toBeGreaterThan(1);
  const misplaced: string[] = [];
  for (const { file, code } of changes)
    try {
      patched(await readFile(path.join(repositoryRoot, file), 'utf8'), code);
    } catch (error) {
      misplaced.push(`${file}: ${error}`);
    }
  expect(misplaced).toEqual([]);
});
