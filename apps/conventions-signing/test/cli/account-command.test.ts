import { expect, test } from '@jest/globals';
import { accounts } from '../../src/cli/account-command.ts';

test.each([
  [['remove', 'zoe'], 'create, scope, password, disable, enable, remove-factors, list'],
  [['create', 'zoe'], '--role with one of reader, sender, administrator'],
  [['create', 'zoe', '--role', 'owner'], '--role with one of'],
  [['disable', 'zoe', '--role', 'reader'], '--role does not go with disable'],
  [['list', 'zoe'], 'list takes nothing'],
  [['password'], 'exactly one user name'],
  [['scope', 'zoe', '--department', ''], '--department needs a name'],
])('%j is refused', (args, problem) => {
  expect(() => accounts.read(args)).toThrow(problem);
});

test('The usage is the answer when it is asked for', () => {
  expect(accounts.read(['list', '--help'])).toBe('help');
});
