import { expect, test } from '@jest/globals';
import { tokens } from '../../src/cli/token-command.ts';

test.each([
  [['show'], 'create, list, revoke'],
  [['create', 'vendor'], '--api with one of public, management'],
  [['create', '--api', 'public'], 'exactly one name'],
  [['create', 'vendor', '--api', 'public', '--expires', '2026-02-30'], 'an existing day'],
  [['revoke', 'vendor', '--api', 'public'], '--api does not go with revoke'],
  [['create', 'vendor', '--api', 'public', '--department', ''], '--department needs a name'],
  [['create', 'vendor', '--api', 'public', '--workflow', ' '], '--workflow needs a name'],
  [['list', 'vendor'], 'list takes nothing'],
])('%j is refused', (args, problem) => {
  expect(() => tokens.read(args)).toThrow(problem);
});
