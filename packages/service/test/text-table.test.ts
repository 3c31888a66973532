import { expect, test } from '@jest/globals';
import { minute, textTable } from '../src/command-line/text-table.ts';

test('Columns stand below each other, and no line ends in spaces', () => {
  const table = textTable(['NAME', 'SINCE', 'NOTE'], [['ada', minute(new Date('2026-11-21T09:05:59Z')), '']]);

  expect(table).toBe('NAME  SINCE             NOTE\nada   2026-11-21 09:05');
});
