import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serviceItself, verifyPassword } from '@campus/accounts';
import { createTestDatabase, eventually, startProcess, type TestDatabase } from '@campus/testing';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { people } from '../../src/accounts/people.ts';
import { type Database, openDatabase } from '../../src/data/open-database.ts';
import { givenUser } from '../support/accounts.ts';

// A database for each test: they are about whether any superuser is left.
let testDatabase: TestDatabase;
let database: Database;
let folder: string;

beforeEach(async () => {
  testDatabase = await createTestDatabase('video-rest');
  database = open();
  folder = await mkdtemp(join(tmpdir(), 'accounts-'));
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

const superusers = () => database.prisma.user.findMany({ where: { isSuperuser: true } });

async function isPassword(username: string, password: string): Promise<boolean> {
  const { passwordHash } = await database.prisma.user.findUniqueOrThrow({ where: { username } });
  return verifyPassword(password, passwordHash);
}

describe('the first account', () => {
  const configured = (password?: string, dataDir = folder) => ({
    rootUsername: 'root',
    rootPassword: password,
    dataDir,
  });

  test('Given a password in the configuration, Then the account has it, and no file is written', async () => {
    expect(await people.ensureFirst(database, configured('from the operator'))).toEqual({
      outcome: 'created',
      username: 'root',
      passwordFile: undefined,
    });

    expect(await superusers()).toMatchObject([{ username: 'root', isStaff: true, isActive: true }]);
    expect(await isPassword('root', 'from the operator')).toBe(true);
    expect(await readdir(folder)).toEqual([]);
  });

  test('Given no password, Then a generated one is in a file that only its owner reads, in a folder made for it', async () => {
    const dataDir = join(folder, 'new', 'data');

    const made = await people.ensureFirst(database, configured(undefined, dataDir));

    const passwordFile = join(dataDir, 'first-password');
    expect(made).toEqual({ outcome: 'created', username: 'root', passwordFile });
    expect((await stat(passwordFile)).mode & 0o777).toBe(0o600);
    expect(await isPassword('root', (await readFile(passwordFile, 'utf8')).trim())).toBe(true);
    expect(await readdir(dataDir)).toEqual(['first-password']);
  });

  test('Given a superuser, Then nothing is made and nothing is read, whatever the configuration says', async () => {
    await givenUser(database, { isSuperuser: true });

    const made = await people.ensureFirst(database, { ...configured('short'), rootUsername: 'not a name' });

    expect(made).toEqual({ outcome: 'already_there' });
    expect(await superusers()).toHaveLength(1);
    expect(await readdir(folder)).toEqual([]);
  });

  test('Given replicas that start at once on folders of their own, Then there is one account, and one file with its password', async () => {
    const replicas = await Promise.all(
      ['a', 'b', 'c'].map(async (name) => {
        const replica = open();
        const dataDir = join(folder, name);
        const made = await people.ensureFirst(replica, configured(undefined, dataDir));
        await replica.close();
        return { made, dataDir };
      }),
    );

    const winners = replicas.filter(({ made }) => made.outcome === 'created');
    expect(winners).toHaveLength(1);
    expect(await superusers()).toHaveLength(1);
    const files = replicas.map(({ dataDir }) => join(dataDir, 'first-password')).filter(existsSync);
    expect(files).toEqual([join(winners[0]?.dataDir ?? '', 'first-password')]);
    expect(await isPassword('root', (await readFile(files[0] ?? '', 'utf8')).trim())).toBe(true);
  });

  test('Given replicas that start at once on one folder, Then the file has the password of the account', async () => {
    const replicas = [open(), open()];
    await Promise.all(replicas.map((replica) => people.ensureFirst(replica, configured())));
    await Promise.all(replicas.map((replica) => replica.close()));

    expect(await superusers()).toHaveLength(1);
    const password = (await readFile(join(folder, 'first-password'), 'utf8')).trim();
    expect(await isPassword('root', password)).toBe(true);
  });

  test('Given the file cannot be written, Then there is no account either, and the message names file and parameter', async () => {
    const file = join(folder, 'file');
    await writeFile(file, '');

    await expect(
      people.ensureFirst(database, configured(undefined, join(file, 'data'))),
    ).rejects.toMatchObject({
      name: 'FirstPasswordError',
      message: expect.stringMatching(/data\/first-password: ENOTDIR.*data\.dir/),
    });

    expect(await database.prisma.user.count()).toBe(0);
  });

  test.each([
    ['never reaches the database', { commits: false }],
    ['reaches the database', { commits: true }],
  ])(
    'Given a process killed when its commit %s, Then there is one account, and the file has its password',
    async (_what, { commits }) => {
      // The commit of a new user waits for a lock that this test holds.
      const holder = await database.pool.connect();
      await holder.query(`
      create function wait_at_commit() returns trigger language plpgsql
        as $$ begin perform pg_advisory_xact_lock(1); return null; end $$;
      create constraint trigger wait_at_commit after insert on users deferrable initially deferred
        for each row execute function wait_at_commit();
      select pg_advisory_lock(1);`);
      const killed = startProcess({
        command: process.execPath,
        args: [join(import.meta.dirname, '../support/first-account.ts'), testDatabase.url, folder],
      });
      const waiting = "from pg_stat_activity where datname = current_database() and query ilike 'commit%'";
      const isWaiting = async () =>
        (await holder.query(`select ${waiting} and state = 'active'`)).rowCount === 1;
      await eventually(isWaiting, { describe: 'the commit waits', seen: killed.output });
      expect(await readdir(folder)).toEqual(['first-password']);
      await killed.kill('SIGKILL');
      if (!commits) await holder.query(`select pg_terminate_backend(pid) ${waiting}`);
      await holder.query('select pg_advisory_unlock(1)');
      await eventually(async () => !(await isWaiting()), { describe: 'the commit has ended' });
      holder.release();

      const next = await people.ensureFirst(database, configured());

      expect(next.outcome).toBe(commits ? 'already_there' : 'created');
      expect(await superusers()).toHaveLength(1);
      const password = (await readFile(join(folder, 'first-password'), 'utf8')).trim();
      expect(await isPassword('root', password)).toBe(true);
    },
  );

  test('Given what a killed start left, Then the next one replaces it', async () => {
    await writeFile(join(folder, 'first-password'), 'of no account\n');
    await writeFile(join(folder, 'first-password.new'), 'of no acc');

    await people.ensureFirst(database, configured());

    expect(await readdir(folder)).toEqual(['first-password']);
    const password = (await readFile(join(folder, 'first-password'), 'utf8')).trim();
    expect(await isPassword('root', password)).toBe(true);
  });

  test('Given what a killed start left, When the password is configured now, Then the useless file goes', async () => {
    await writeFile(join(folder, 'first-password'), 'of no account\n');
    await people.ensureFirst(database, configured('from the operator'));
    expect(await readdir(folder)).toEqual([]);
  });

  test.each([
    [
      'a password that is too short',
      { rootPassword: 'short' },
      /"root".*at least 8 characters.*ROOT_PASSWORD/,
    ],
    ['a name that is none', { rootUsername: 'ro ot' }, /letters, numbers.*ROOT_USERNAME/],
    ['the name of an ordinary user', { rootUsername: 'taken' }, /already exists.*ROOT_USERNAME/],
  ])('Given %s, Then it is refused with what to check', async (_what, given, message) => {
    await givenUser(database, { username: 'taken' });
    const refused = people.ensureFirst(database, { ...configured('long enough'), ...given });
    await expect(refused).rejects.toMatchObject({
      name: 'FirstAccountError',
      message: expect.stringMatching(message),
    });
    expect(await superusers()).toEqual([]);
  });
});

describe('the last superuser', () => {
  test('Given one active superuser, Then it can be neither disabled, demoted nor deleted, others can', async () => {
    const [root, staff] = [
      await givenUser(database, { isSuperuser: true }),
      await givenUser(database, { isStaff: true }),
    ];
    await givenUser(database, { isSuperuser: true, isActive: false });
    const where = { id: root.id };
    const inTransaction = (change: Parameters<Database['prisma']['$transaction']>[0]) =>
      database.prisma.$transaction(change);

    await people.change(database, { isActive: false, username: staff.username, by: serviceItself });
    await expect(
      people.change(database, { isActive: false, username: root.username, by: serviceItself }),
    ).rejects.toMatchObject({ code: 'last_superuser' });
    for (const change of [
      () => inTransaction((tx) => people.keepOne(tx, () => tx.user.delete({ where }))),
      () =>
        inTransaction((tx) =>
          people.keepOne(tx, () => tx.user.update({ where, data: { isSuperuser: false } })),
        ),
    ])
      await expect(change()).rejects.toMatchObject({ code: 'last_superuser' });

    expect(await database.prisma.user.findUnique({ where })).toMatchObject({
      isActive: true,
      isSuperuser: true,
    });
  });

  test('Given two superusers who are taken away at once, Then one is and the other stays', async () => {
    for (let round = 0; round < 5; round++) {
      await database.prisma.user.deleteMany();
      const [one, other] = [
        await givenUser(database, { isSuperuser: true }),
        await givenUser(database, { isSuperuser: true }),
      ];

      const outcomes = await Promise.allSettled([
        people.change(database, { isActive: false, username: one.username, by: serviceItself }),
        database.prisma.$transaction((tx) =>
          people.keepOne(tx, () => tx.user.delete({ where: { id: other.id } })),
        ),
      ]);

      expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      expect(await database.prisma.user.count({ where: { isSuperuser: true, isActive: true } })).toBe(1);
    }
  });

  test('Given no superuser at all, Then other users change as ever', async () => {
    const user = await givenUser(database);
    await people.change(database, { isActive: false, username: user.username, by: serviceItself });
    await people.change(database, { isActive: false, username: user.username, by: serviceItself });
    expect(await database.prisma.user.findUnique({ where: { id: user.id } })).toMatchObject({
      isActive: false,
    });
  });
});

describe('accounts', () => {
  test('Given name, e-mail and rights, Then an active account is made', async () => {
    await people.create(database, {
      by: serviceItself,
      username: 'zoe',
      password: 'open sesame',
      email: 'zoe@example.org',
      isStaff: true,
    });
    expect(await database.prisma.user.findMany()).toMatchObject([
      { username: 'zoe', email: 'zoe@example.org', isStaff: true, isSuperuser: false, isActive: true },
    ]);
    expect(await isPassword('zoe', 'open sesame')).toBe(true);
  });

  test.each([
    ['a name that is taken', { username: 'taken' }, 'username_taken'],
    ['no name', { username: '' }, 'invalid_username'],
    ['a name that is too long', { username: 'z'.repeat(151) }, 'username_too_long'],
    ['no e-mail address', { email: 'zoe' }, 'invalid_email'],
    ['an e-mail address that the API refuses', { email: 'zoe@localhost' }, 'invalid_email'],
    ['a weak password', { password: 'short' }, 'password_too_short'],
  ])('Given %s, Then no account is made', async (_what, given, code) => {
    await givenUser(database, { username: 'taken' });
    const account = { username: 'zoe', password: 'open sesame', ...given };
    await expect(people.create(database, { ...account, by: serviceItself })).rejects.toMatchObject({ code });
    expect(await database.prisma.user.count()).toBe(1);
  });

  test('Given an unknown user, Then neither password nor state can be set', async () => {
    const unknown = { code: 'user_not_found', message: 'There is no user "nobody".' };
    await expect(
      people.change(database, { by: serviceItself, username: 'nobody', password: 'open sesame' }),
    ).rejects.toMatchObject(unknown);
    await expect(
      people.change(database, { isActive: false, username: 'nobody', by: serviceItself }),
    ).rejects.toMatchObject(unknown);
  });
});

test('Given an account that is disabled, Then its sessions end, and those of others go on', async () => {
  const [ada, bob] = [
    await givenUser(database, { username: 'ada' }),
    await givenUser(database, { username: 'bob' }),
  ];
  for (const { id } of [ada, bob]) {
    await database.pool.query(`insert into sessions values ($1, $2, now() + interval '1 hour')`, [
      `session of ${id}`,
      { account: { id } },
    ]);
  }

  await people.change(database, { isActive: false, username: 'ada', by: serviceItself });

  expect((await database.pool.query('select sid from sessions')).rows).toEqual([
    { sid: `session of ${bob.id}` },
  ]);
});
