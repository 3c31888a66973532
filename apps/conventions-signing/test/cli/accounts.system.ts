import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { verifyPassword } from '@campus/accounts';
import { createTestDatabase, type TestDatabase } from '@campus/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { findForSignIn } from '../../src/data/accounts.ts';
import { type Database, openDatabase } from '../../src/data/open-database.ts';
import { runProgram } from '../support/run-program.ts';

let testDatabase: TestDatabase;
let database: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase('conventions-signing');
  database = openDatabase(testDatabase.url, () => {});
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

const account = (args: readonly string[], input = '', env: Record<string, string> = {}) =>
  runProgram('account', args, { env: { DATABASE_URL: testDatabase.url, ...env }, input });

test('An account is made, listed, given another password, disabled and enabled again', async () => {
  const made = await account(['create', 'kim', '--role', 'sender', '--name', 'Kim Lee', '--generate']);
  expect(made).toMatchObject({ status: 0, output: expect.stringMatching(/^kim is there\.\n[\w-]{24}\n$/) });

  const changed = await account(['password', 'kim'], 'from a pipe\r\n');
  expect(changed).toMatchObject({ status: 0, output: 'kim has another password.\n' });
  const { passwordHash = null } = (await findForSignIn(database, 'kim')) ?? {};
  expect(await verifyPassword('from a pipe', passwordHash)).toBe(true);

  expect(await account(['disable', 'kim'])).toMatchObject({ status: 0, output: 'kim is let in no more.\n' });
  expect((await account(['list'])).output).toMatch(
    /^kim +sender +everything +disabled +2\d{3}-\S+ \S+ +never +Kim Lee$/m,
  );
  expect(await account(['enable', 'kim'])).toMatchObject({ status: 0, output: 'kim is let in again.\n' });
  expect(await findForSignIn(database, 'kim')).toMatchObject({ isActive: true });
  const { rows } = await database.pool.query(
    "select event, actor from administration_history where account = 'kim' order by id",
  );
  const actor = `command-line:${userInfo().username}`;
  expect(rows).toEqual([
    { event: 'account-created', actor },
    { event: 'password-set', actor },
    { event: 'account-deactivated', actor },
    { event: 'account-activated', actor },
  ]);
});

test('Given somebody who is not there, Then one clear sentence and exit 1', async () => {
  expect(await account(['disable', 'nobody'])).toEqual({
    status: 1,
    output: '',
    errors: 'There is no account "nobody".\n',
  });
});

test('Given the name of the institution as a password, Then it is refused, and nobody is made', async () => {
  const run = await account(['create', 'max', '--role', 'reader'], 'zanzibar26', {
    BRAND_NAME: 'Zanzibar Academy',
  });

  expect(run).toMatchObject({ status: 1, errors: expect.stringContaining('hardly more in it than a name') });
  expect(await findForSignIn(database, 'max')).toBeUndefined();
});

test('Given a folder without an instance, Then one sentence, exit 1, and nothing is made', async () => {
  const dataDir = path.join(tmpdir(), `no-instance-${randomUUID()}`);

  const run = await account(['list'], '', { DATABASE_URL: '', DATA_DIR: dataDir });

  expect(run).toMatchObject({
    status: 1,
    output: '',
    errors: expect.stringMatching(/^.* holds no instance of the service.*\n$/),
  });
  expect(existsSync(dataDir)).toBe(false);
});

// What is refused besides is in `account-command.test.ts`.
test('Given a command line that is wrong, Then exit 64 with the usage', async () => {
  const run = await account(['create', 'zoe']);

  expect(run).toMatchObject({
    status: 64,
    output: '',
    errors: expect.stringContaining('--role with one of'),
  });
  expect(run.errors).toContain('usage: npm run account -w apps/conventions-signing -- create');
});
