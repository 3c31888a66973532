import { expect, test } from '@jest/globals';
import { readCommand } from '../src/command-line/index.ts';

test.each([
  [['--dryrun'], "Unknown option '--dryrun'"],
  [['-d'], "Unknown option '-d'"],
  [['--file', '--dry-run'], "Option '--file' argument is ambiguous"],
  [['--file'], "Option '--file <value>' argument missing"],
  [['--dry-run=yes'], "Option '--dry-run' does not take an argument"],
])('%j is refused in one sentence that names the option', (args, sentence) => {
  const read = () => readCommand(args, { 'dry-run': { type: 'boolean' }, file: { type: 'string' } });

  expect(read).toThrow(expect.objectContaining({ name: 'UsageError', message: sentence }));
});
