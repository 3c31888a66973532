import { createTestDatabase } from '@campus/testing';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { accounts } from '../../src/cli/account-command.ts';
import { foreignLinks } from '../../src/cli/foreign-links-command.ts';
import { tokens } from '../../src/cli/token-command.ts';
import { workers } from '../../src/cli/workers-command.ts';
import { type Database, openDatabase } from '../../src/data/open-database.ts';
import { givenUser } from '../support/accounts.ts';

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
    [[], 'create, list, revoke'],
    [['create'], 'create needs a user name'],
    [['create', 'zoe', '--expires', 'soon'], '30d'],
    [['create', 'zoe', 'secret'], 'create needs a user name'],
    [['revoke', 'all'], 'id of a token'],
    [['revoke', '7', '--label', 'old'], '--label does not go with revoke'],
    [['list', 'zoe'], 'list takes nothing'],
  ])('%j is refused', (args, problem) => {
    expect(() => tokens.read(args)).toThrow(problem);
  });

  test('is answered with the usage when that is asked for', () => {
    expect(tokens.read(['--help'])).toBe('help');
  });
});

describe('The command line of workers', () => {
  test.each([
    [[], 'list, drain, undrain'],
    [['stop', 'rack-1'], 'list, drain, undrain'],
    [['list', 'rack-1'], 'list takes nothing'],
    [['drain'], 'the name of one worker, or --host'],
    [['drain', 'rack-1', 'rack-2'], 'the name of one worker, or --host'],
    [['undrain', 'rack-1', '--host', 'rack-1'], 'the name of one worker, or --host'],
  ])('%j is refused', (args, problem) => {
    expect(() => workers.read(args)).toThrow(problem);
  });
});

describe('The command line of foreign-links', () => {
  test.each([
    [['list'], 'such as documents/7/document'],
    [['documents/0/document'], 'such as documents/7/document'],
    [['--undo=yes'], '--undo'],
    [['--all'], '--all'],
  ])('%j is refused', (args, problem) => {
    expect(() => foreignLinks.read(args)).toThrow(problem);
  });
});

describe('On a database', () => {
  let given: Awaited<ReturnType<typeof createTestDatabase>>;
  let database: Database;

  beforeAll(async () => {
    given = await createTestDatabase('video-rest');
    database = openDatabase(given.url, () => {});
    await givenUser(database, { username: 'root', isSuperuser: true });
  });
  afterAll(async () => {
    await database.close();
    await given.drop();
  });

  /** Does what a command line asks for, as `runProgram` does it. */
  async function carryOut(program: typeof accounts | typeof tokens, args: string[]): Promise<void> {
    const command = program.read(args);
    if (command === 'help') throw new Error('it asks for help');
    await (await program.run(command))?.(database);
  }

  test.each([
    [tokens, ['revoke', '99999'], 'There is no token 99999.'],
    [tokens, ['create', 'root', '--expires', '2020-01-31'], /in the past\.$/],
    [accounts, ['create', 'root', '--generate'], 'A user with that username already exists.'],
    [accounts, ['disable', 'root'], /^This is the last active superuser/],
  ] as const)('the program %# refuses %j with one sentence', async (program, args, sentence) => {
    await expect(carryOut(program, [...args])).rejects.toThrow(sentence);
  });
});
