import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { budgetTables } from '../scripts/limits/budget-tables.ts';
import { bytes, showLimits, time, turns } from '../scripts/limits/show-limits.ts';
import { repositoryRoot } from './support/start-demo.ts';

test('docs/limits.md names every limit as the code has it (npm run limits)', async () => {
  const page = await readFile(path.join(repositoryRoot, 'docs/limits.md'), 'utf8');

  expect(page).toBe(showLimits(page, budgetTables));
  for (const name of Object.keys(budgetTables)) expect(page).toContain(`<!-- limits: ${name} -->`);
});

test('A table of limits is filled in where the page has its place, and nowhere else', () => {
  const row = { what: 'a body', howMuch: bytes(2 ** 20), answered: '413', parameter: 'BODY' };

  expect(
    showLimits('before\n<!-- limits: both -->\nold\n<!-- end -->\nafter', {
      both: [row],
      signing: [],
      video: [],
    }),
  ).toBe(
    'before\n<!-- limits: both -->\n\n| What | How much | Over it | Changed by |\n| --- | --- | --- | --- |\n| a body | 1 MiB | 413 | `BODY` |\n\n<!-- end -->\nafter',
  );
});

test.each([
  [bytes(1536), '1.5 KiB'],
  [bytes(20 * 2 ** 30), '20 GiB'],
  [time(90_000), '90 s'],
  [time(120_000), '2 min'],
  [time(86_400_000), '24 h'],
  [turns({ atATime: 1, waiting: 4 }), '1 at a time; 4 wait'],
  [turns({ atATime: 9, atATimePerCaller: 3, waiting: 0 }), '3 of a caller, 9 in all at a time; none wait'],
  [
    turns({ atATime: 2, atATimePerCaller: 1, waiting: 8, waitingPerCaller: 4 }),
    '1 of a caller, 2 in all at a time; 4 of a caller, 8 in all wait',
  ],
])('A limit reads %s', (shown, expected) => {
  expect(shown).toBe(expected);
});
