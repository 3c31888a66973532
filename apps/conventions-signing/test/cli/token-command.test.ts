import { createTestDatabase } from '@campus/testing';
import { expect, test } from '@jest/globals';
import { tokens } from '../../src/cli/token-command.ts';
import { openDatabase } from '../../src/data/open-database.ts';

test.each([
  [['show'], 'create, list, revoke'],
  [['create', 'vendor'], '--api with one of public, management'],
  [['create', 'vendor', '--api', 'private'], '--api with one of public, management'],
  [['create', '--api', 'public'], 'exactly one name'],
  [['create', 'vendor', '--api', 'public', '--expires', '2026-02-30'], 'an existing day'],
  [['revoke', 'vendor', '--api', 'public'], '--api does not go with revoke'],
  [['create', 'vendor', '--api', 'public', '--department', ''], '--department needs a name'],
  [['create', 'vendor', '--api', 'public', '--workflow', ' '], '--workflow needs a name'],
  [['list', 'vendor'], 'list takes nothing'],
])('%j is refused', (args, problem) => {
  expect(() => tokens.read(args)).toThrow(problem);
});

test('A name or a scope that cannot be makes nothing', async () => {
  const given = await createTestDatabase('conventions-signing');
  const database = openDatabase(given.url, () => {});
  const refusalOf = async (...args: string[]) => {
    const command = tokens.read(['create', ...args, '--api', 'public']);
    if (command === 'help') throw new Error('it asks for help');
    return (await tokens.run(command))?.(database).catch(({ message }: Error) => message);
  };
  try {
    expect(await refusalOf(' ')).toMatch(/^The name of a token has 1 to 100 characters/);
    expect(await refusalOf('Wide', '--department', 'x'.repeat(201))).toMatch(/^A scope names at least/);
    expect((await database.pool.query('select from tokens')).rowCount).toBe(0);
  } finally {
    await database.close();
    await given.drop();
  }
});
