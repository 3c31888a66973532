import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { hashPassword, serviceItself, verifyPassword } from '@campus/accounts';
import { createTestDatabase, type TestDatabase } from '@campus/testing';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { AccountError } from '../../src/accounts/account-error.ts';
import { people } from '../../src/accounts/people.ts';
import { findAccount, findForSignIn, insertAccount } from '../../src/data/accounts.ts';
import { type Database, openDatabase } from '../../src/data/open-database.ts';
import { mayDo, type Right, type roles } from '../../src/domain/roles.ts';

// A database for each test: they are about whether any administrator is left.
let testDatabase: TestDatabase;
let database: Database;
let folder: string;

beforeEach(async () => {
  testDatabase = await createTestDatabase('conventions-signing');
  database = open();
  folder = await mkdtemp(path.join(tmpdir(), 'signing-accounts-'));
});
afterEach(async () => {
  await database.close();
  await testDatabase.drop();
  await rm(folder, { recursive: true });
});

function open(): Database {
  return openDatabase(testDatabase.url, (error) => {
    throw error;
  });
}

async function isPassword(username: string, password: string): Promise<boolean> {
  const account = await findForSignIn(database, username);
  return verifyPassword(password, account?.passwordHash ?? null);
}

const givenAccount = async (username: string, role: (typeof roles)[number]) => {
  const passwordHash = await hashPassword('open sesame');
  await insertAccount(database.prisma, {
    username,
    role,
    scope: 'everything',
    fullName: '',
    email: '',
    passwordHash,
  });
};

describe('the first account', () => {
  const configured = (rootPassword?: string) => ({ rootUsername: 'root', rootPassword, dataDir: folder });

  test('Given two services that start at once, Then one makes it, and its password is in a file of its owner', async () => {
    const replica = open();
    const outcomes = await Promise.all(
      [database, replica].map(async (each) => (await people.ensureFirst(each, configured())).outcome),
    );
    await replica.close();

    expect(outcomes.sort()).toEqual(['already_there', 'created']);
    expect(await findAccount(database.prisma, 'root')).toMatchObject({
      role: 'administrator',
      isActive: true,
    });
    const file = path.join(folder, 'first-password');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await isPassword('root', (await readFile(file, 'utf8')).trim())).toBe(true);
  });

  test('Given a password in the configuration, Then the account has it, and no file is written', async () => {
    const made = await people.ensureFirst(database, configured('from the operator'));

    expect(made).toEqual({ outcome: 'created', username: 'root', passwordFile: undefined });
    expect(await isPassword('root', 'from the operator')).toBe(true);
    expect(await readdir(folder)).toEqual([]);
  });

  test('Given an administrator, also a disabled one, Then nothing is made', async () => {
    await givenAccount('ada', 'administrator');
    await database.pool.query('update accounts set is_active = false');

    expect(await people.ensureFirst(database, configured())).toEqual({ outcome: 'already_there' });
    expect(existsSync(path.join(folder, 'first-password'))).toBe(false);
  });

  test.each([
    ['a password that is too short', { rootPassword: 'short' }, /"root".*at least 8.*root\.password/],
    ['the name of a reader', { rootUsername: 'taken' }, /"taken".*already exists.*root\.username/],
  ])('Given %s, Then it is refused with what to check', async (_what, given, message) => {
    await givenAccount('taken', 'reader');

    await expect(
      people.ensureFirst(database, { ...configured('long enough'), ...given }),
    ).rejects.toMatchObject({ name: 'FirstAccountError', message: expect.stringMatching(message) });
  });
});

describe('accounts', () => {
  test('Given all about a person, Then the account has it, and the password is right', async () => {
    const ada = {
      username: 'ada',
      role: 'sender',
      fullName: 'Ada Martin',
      email: 'ada@example.edu',
    } as const;

    await people.create(database, { by: serviceItself, ...ada, password: 'open sesame' });

    expect(await findAccount(database.prisma, 'ada')).toMatchObject({
      ...ada,
      isActive: true,
      lastSignInAt: null,
    });
    expect(await isPassword('ada', 'open sesame')).toBe(true);
  });

  test.each([
    ['a taken name in capitals', { username: 'TAKEN' }, 'username_taken'],
    ['a name with a space', { username: 'a b' }, 'invalid_username'],
    ['no mail address', { email: 'nowhere' }, 'invalid_email'],
    ['a short password', { password: 'short' }, 'password_too_short'],
    ['a line end in the name', { fullName: 'Ada\nMartin' }, 'invalid_full_name'],
  ])('Given %s, Then none is made', async (_what, given, code) => {
    await givenAccount('taken', 'reader');
    const account = { username: 'ada', role: 'reader', password: undefined, ...given } as const;

    await expect(people.create(database, { ...account, by: serviceItself })).rejects.toMatchObject({ code });
    expect(await database.prisma.account.count()).toBe(1);
  });

  test('Given a new password, Then the old one is wrong; nobody has one who is not there', async () => {
    await givenAccount('ada', 'reader');

    await people.change(database, { by: serviceItself, username: 'ada', password: 'another one' });

    expect(await isPassword('ada', 'open sesame')).toBe(false);
    expect(await isPassword('ada', 'another one')).toBe(true);
    await expect(
      people.change(database, { by: serviceItself, username: 'bob', password: 'another one' }),
    ).rejects.toMatchObject({
      code: 'account_not_found',
    });
  });
});

describe('the last active administrator', () => {
  test('can be neither disabled nor given another role, all else of it can be changed', async () => {
    await givenAccount('root', 'administrator');
    await givenAccount('ada', 'administrator');
    await people.change(database, { by: serviceItself, username: 'ada', isActive: false });

    for (const changes of [{ isActive: false }, { role: 'sender' }] as const)
      await expect(
        people.change(database, { by: serviceItself, username: 'root', ...changes }),
      ).rejects.toMatchObject({
        code: 'last_administrator',
      });
    await people.change(database, {
      by: serviceItself,
      username: 'root',
      fullName: 'The Office',
      email: 'office@example.edu',
    });

    expect(await findAccount(database.prisma, 'root')).toMatchObject({
      role: 'administrator',
      isActive: true,
      fullName: 'The Office',
    });
  });

  test('Given others who cannot sign in, Then it stays; Given one of the identity provider, Then it may go', async () => {
    await givenAccount('root', 'administrator');
    await people.create(database, {
      username: 'ada',
      role: 'administrator',
      password: undefined,
      by: serviceItself,
    });

    const demoted = () => people.change(database, { username: 'root', role: 'sender', by: serviceItself });
    await expect(demoted()).rejects.toMatchObject({ code: 'last_administrator' });

    await database.prisma.account.update({ where: { username: 'ada' }, data: { oidcSubject: 'subject-1' } });
    await demoted();
    expect(await findAccount(database.prisma, 'root')).toMatchObject({ role: 'sender' });
  });

  test('Given two, When both are taken away at once, Then one stays', async () => {
    await givenAccount('root', 'administrator');
    await givenAccount('ada', 'administrator');

    const results = await Promise.allSettled([
      people.change(database, { by: serviceItself, username: 'root', isActive: false }),
      people.change(database, { by: serviceItself, username: 'ada', role: 'reader' }),
    ]);

    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});

test.each([
  ['reader', ['read']],
  ['sender', ['read', 'send']],
  ['administrator', ['read', 'send', 'manage-accounts']],
] as const)('A %s may do %j', (role, rights) => {
  const all: Right[] = ['read', 'send', 'manage-accounts'];
  expect(all.filter((right) => mayDo(role, right))).toEqual(rights);
});

test('Messages have the same places for values in both languages, and an error says its own', () => {
  const places = (text: string) => text.match(/\{\w+\}/g) ?? [];
  for (const { en, fr } of Object.values(AccountError.messages)) expect(places(fr)).toEqual(places(en));
  const error = new AccountError('account_not_found', { username: 'zoë' });
  expect(error.sentence('fr')).toBe('Il n’y a pas de compte «\u00a0zoë\u00a0».');
});

test('Given an account that is disabled, Then its sessions end, and those of others go on', async () => {
  for (const [id, username] of ['ada', 'bob'].entries()) {
    await givenAccount(username, 'reader');
    await database.pool.query(`insert into sessions values ($1, $2, now() + interval '1 hour')`, [
      `session of ${username}`,
      { account: { id: id + 1 } },
    ]);
  }

  await people.change(database, { by: serviceItself, username: 'ada', isActive: false });

  expect((await database.pool.query('select sid from sessions')).rows).toEqual([{ sid: 'session of bob' }]);
});
