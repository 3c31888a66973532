import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { verifyPassword } from '@campus/accounts';
import { compileCache, createTestDatabase, type TestDatabase } from '@campus/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { findForSignIn } from '../../src/data/accounts.ts';
import { type Database, openDatabase } from '../../src/data/open-database.ts';

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

/** Runs the program as a process of its own, as its npm script does, with `input` on standard input. */
async function account(args: readonly string[], input = '', env: Record<string, string> = {}) {
  const program = path.resolve(import.meta.dirname, '../../src/cli/account.ts');
  const child = spawn(process.execPath, [program, ...args], {
    cwd: tmpdir(),
    env: {
      PATH: process.env.PATH,
      ...compileCache,
      DATABASE_URL: testDatabase.url,
      ...env,
    },
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  // A program that does not read its input may have ended before it came.
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const [output, errors, status] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { status, output, errors };
}

test('An account is made, listed, given another password, disabled and enabled again', async () => {
  const made = await account(['create', 'kim', '--role', 'sender', '--name', 'Kim Lee', '--generate']);
  expect(made).toMatchObject({ status: 0, output: expect.stringMatching(/^kim is there\.\n[\w-]{24}\n$/) });

  const changed = await account(['password', 'kim'], 'from a pipe\r\n');
  expect(changed).toMatchObject({ status: 0, output: 'kim has another password.\n' });
  const { passwordHash = null } = (await findForSignIn(database, 'kim')) ?? {};
  expect(await verifyPassword('from a pipe', passwordHash)).toBe(true);

  expect(await account(['disable', 'kim'])).toMatchObject({ status: 0, output: 'kim is let in no more.\n' });
  expect((await account(['list'])).output).toMatch(
    /^kim +sender +disabled +2\d{3}-\S+ \S+ +never +Kim Lee$/m,
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
