import { createTestDatabase } from '@campus/testing';
import { expect, test } from '@jest/globals';
import { accounts } from '../../src/cli/account-command.ts';
import { openDatabase } from '../../src/data/open-database.ts';

test.each([
  [['remove', 'zoe'], 'create, scope, password, disable, enable, remove-factors, list'],
  [['create', 'zoe'], '--role with one of reader, sender, administrator'],
  [['create', 'zoe', '--role', 'owner'], '--role with one of'],
  [['disable', 'zoe', '--role', 'reader'], '--role does not go with disable'],
  [['list', 'zoe'], 'list takes nothing'],
  [['password'], 'exactly one user name'],
  [['scope', 'zoe', '--department', ''], '--department needs a name'],
  [['scope', 'zoe', '--workflow', ''], '--workflow needs a name'],
  [['scope', 'zoe', '--role', 'reader'], '--role does not go with scope'],
  [['scope'], 'scope needs exactly one user name'],
])('%j is refused', (args, problem) => {
  expect(() => accounts.read(args)).toThrow(problem);
});

test('The usage is the answer when it is asked for', () => {
  expect(accounts.read(['list', '--help'])).toBe('help');
});

test('Nobody is given a scope who is not there', async () => {
  const given = await createTestDatabase('conventions-signing');
  const database = openDatabase(given.url, () => {});
  try {
    const command = accounts.read(['scope', 'nobody', '--department', 'Law']);
    if (command === 'help') throw new Error('it asks for help');

    await expect((await accounts.run(command))?.(database)).rejects.toThrow('There is no account "nobody".');
  } finally {
    await database.close();
    await given.drop();
  }
});
