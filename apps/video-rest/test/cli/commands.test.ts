import { describe, expect, test } from '@jest/globals';
import { readAccountCommand } from '../../src/cli/account-command.ts';
import { readTokenCommand } from '../../src/cli/token-command.ts';

describe('The command line of account', () => {
  test.each([
    [['toString', 'zoe'], 'create, password, disable, enable'],
    [['create', 'zoe', 'secret'], 'exactly one user name'],
    [['disable'], 'exactly one user name'],
    [['disable', 'zoe', '--generate'], '--generate does not go with disable'],
    [['create', 'zoe', '--password', 'secret'], '--password'],
  ])('%j is refused', (args, problem) => {
    expect(() => readAccountCommand(args)).toThrow(problem);
  });

  test('is answered with the usage when that is asked for', () => {
    expect(readAccountCommand(['create', '--help'])).toBe('help');
  });
});

describe('The command line of token', () => {
  test.each([
    [[], 'create, list or revoke'],
    [['create'], 'create needs a user name'],
    [['create', 'zoe', '--expires', 'soon'], '30d'],
    [['create', 'zoe', 'secret'], 'more than create needs'],
    [['revoke', 'all'], 'id of a token'],
    [['revoke', '7', '--label', 'old'], '--label and --expires go with create only'],
    [['list', 'zoe'], 'list takes nothing'],
  ])('%j is refused', (args, problem) => {
    expect(() => readTokenCommand(args)).toThrow(problem);
  });

  test('is answered with the usage when that is asked for', () => {
    expect(readTokenCommand(['--help'])).toBe('help');
  });
});
