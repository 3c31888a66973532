import { expect, test } from '@jest/globals';
import { readTokenCommand } from '../../src/cli/token-command.ts';

test.each([
  [['show'], 'make, list, revoke'],
  [['make', 'vendor'], '--api with one of public, management'],
  [['make', '--api', 'public'], 'exactly one name'],
  [['make', 'vendor', '--api', 'public', '--expires', '2026-02-30'], 'an existing day'],
  [['revoke', 'vendor', '--api', 'public'], '--api does not go with revoke'],
  [['make', 'vendor', '--api', 'public', '--department', ''], '--department needs a name'],
  [['make', 'vendor', '--api', 'public', '--workflow', ' '], '--workflow needs a name'],
  [['list', 'vendor'], 'list takes nothing'],
])('%j is refused', (args, problem) => {
  expect(() => readTokenCommand(args)).toThrow(problem);
});

test('A token is of an API, a scope and a day from which it is refused', () => {
  const args = 'make vendor --api public --department Physics --workflow evening --expires 2027-01-01';

  expect(readTokenCommand(args.split(' '))).toEqual({
    verb: 'make',
    name: 'vendor',
    api: 'public',
    scope: { departments: ['Physics'], workflows: ['evening'] },
    expiresAt: new Date('2027-01-01T00:00:00Z'),
  });
});
