import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { repositoryRoot } from './support/start-demo.ts';

/** How many requirements of levels 1 and 2 each section of ASVS 5.0.0 has. */
const sections = {
  V1: [2, 9, 11, 3, 2],
  V2: [3, 3, 4, 1],
  V3: [0, 2, 4, 6, 5, 0, 2],
  V4: [3, 1, 2, 4],
  V5: [1, 3, 2, 3],
  V6: [3, 12, 4, 4, 5, 3, 0, 4],
  V7: [3, 4, 2, 5, 2, 2],
  V8: [2, 3, 1, 1],
  V9: [3, 4],
  V10: [2, 2, 4, 11, 5, 2, 3],
  V11: [2, 3, 3, 4, 1, 1],
  V12: [3, 2, 4],
  V13: [1, 5, 2, 5],
  V14: [2, 4, 3],
  V15: [3, 3, 7],
  V16: [1, 5, 4, 3, 3],
  V17: [1, 4, 2],
};

const page = await readFile(path.join(repositoryRoot, 'docs/security/asvs.md'), 'utf8');
const rows = [...page.matchAll(/^\| (V[\d.]+) \| ([a-z ]+) \| (.+) \|$/gm)].map(
  ([, id = '', result = '', why = '']) => ({ id, result, why }),
);
const results = ['met', 'reviewed', 'not met', 'does not apply'];

test('Each requirement of ASVS 5.0 of levels 1 and 2 stands in the table once, in order', () => {
  const ids = Object.entries(sections).flatMap(([chapter, counts]) =>
    counts.flatMap((count, section) =>
      Array.from({ length: count }, (_, index) => `${chapter}.${section + 1}.${index + 1}`),
    ),
  );

  expect(ids).toHaveLength(253);
  expect(rows.map(({ id }) => id)).toEqual(ids);
});

test('Each has a result, which the sum above the table counts', () => {
  const [met, reviewed, unmet, none] = results.map(
    (one) => rows.filter(({ result }) => result === one).length,
  );

  expect(page).toContain(`Of 253: ${met} met, ${reviewed} reviewed, ${unmet} not met, ${none} do not apply.`);
  expect(rows.filter(({ result }) => !results.includes(result))).toEqual([]);
});

test('What is met names a test that is there, by its file and title', async () => {
  const flaws: string[] = [];
  for (const { id, result, why } of rows) {
    const named = [...why.matchAll(/`([^`]+\.ts)`: “([^”]+)”/g)];
    if ((result === 'met') !== named.length > 0) flaws.push(`${id}: ${result} with ${named.length} tests`);
    for (const [, file = '', title = ''] of named) {
      const source = await readFile(path.join(repositoryRoot, file), 'utf8').catch(() => '');
      if (!source.includes(title)) flaws.push(`${id}: ${file} has no test “${title}”`);
    }
  }
  expect(flaws).toEqual([]);
});
