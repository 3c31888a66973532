import { describe, expect, test } from '@jest/globals';
import { accounts } from '../../src/cli/account-command.ts';
import { readForeignLinksCommand } from '../../src/cli/foreign-links-command.ts';
import { readTokenCommand } from '../../src/cli/token-command.ts';
import { readWorkersCommand } from '../../src/cli/workers-command.ts';

describe('The command line of account', () => {
  test.each([
    [['toString', 'zoe'], 'create, password, disable, enable'],
    [['create', 'zoe', 'secret'], 'exactly one user name'],
    [['disable'], 'exactly one user name'],
    [['disable', 'zoe', '--generate'], '--generate does not go with disable'],
    [['create', 'zoe', '--password', 'secret'], '--password'],
  ])('%j is refused', (args, problem) => {
    expect(() => accounts.read(args)).toThrow(problem);
  });

  test('is answered with the usage when that is asked for', () => {
    expect(accounts.read(['create', '--help'])).toBe('help');
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

describe('The command line of workers', () => {
  test.each([
    [[], 'list, drain or undrain'],
    [['stop', 'rack-1'], 'list, drain or undrain'],
    [['list', 'rack-1'], 'list takes nothing'],
    [['drain'], 'the name of one worker, or --host'],
    [['drain', 'rack-1', 'rack-2'], 'the name of one worker, or --host'],
    [['undrain', 'rack-1', '--host', 'rack-1'], 'the name of one worker, or --host'],
  ])('%j is refused', (args, problem) => {
    expect(() => readWorkersCommand(args)).toThrow(problem);
  });

  test('means one worker, or all of a machine', () => {
    expect(readWorkersCommand(['drain', 'gpu-2'])).toEqual({ verb: 'drain', which: { name: 'gpu-2' } });
    expect(readWorkersCommand(['undrain', '--host', 'rack-1'])).toEqual({
      verb: 'undrain',
      which: { host: 'rack-1' },
    });
    expect(readWorkersCommand(['--help'])).toBe('help');
  });
});

describe('The command line of foreign-links', () => {
  test.each([
    [['list'], 'such as documents/7/document'],
    [['documents/0/document'], 'such as documents/7/document'],
    [['--undo=yes'], '--undo'],
    [['--all'], '--all'],
  ])('%j is refused', (args, problem) => {
    expect(() => readForeignLinksCommand(args)).toThrow(problem);
  });

  test('changes nothing unless it is told to', () => {
    expect(readForeignLinksCommand([])).toEqual({ links: [], isUndo: false });
    expect(readForeignLinksCommand(['--undo', 'tracks/7/src'])).toEqual({
      links: ['tracks/7/src'],
      isUndo: true,
    });
    expect(readForeignLinksCommand(['--help'])).toBe('help');
  });
});
