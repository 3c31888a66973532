import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { userInfo } from 'node:os';
import path from 'node:path';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@campus/database';
import { createTestDatabase } from '@campus/testing';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createAuthenticator } from '../../src/accounts/authenticate.ts';
import { openDatabase } from '../../src/data/open-database.ts';
import { basic, givenUser, passwordCheckOn } from '../support/accounts.ts';
import { runCli, temporaryDataDir, temporaryInstance } from '../support/run-cli.ts';

const fail = (error: unknown) => {
  throw error;
};

/** Whom a service on this database takes a request for. */
async function callerOf(url: string, header: string) {
  const database = openDatabase(url, fail);
  try {
    const { id } = await createAuthenticator({
      database,
      checkPassword: passwordCheckOn(database),
      onError: fail,
    })([header], '192.0.2.7');
    return await database.prisma.user.findUniqueOrThrow({ where: { id } });
  } finally {
    await database.close();
  }
}

test('Given a folder without an instance, When a program is called, Then it says so and makes nothing', async () => {
  await using folder = await temporaryDataDir();

  expect(await runCli('token', ['list'], { env: { DATA_DIR: folder.path } })).toMatchObject({
    status: 1,
    output: '',
    errors: expect.stringMatching(/^.* holds no instance .* DATA_DIR=\.data\/demo\/video-rest in front\.\n$/),
  });
  expect(await readdir(folder.path)).toEqual([]);
});

test('Given an instance at rest, When the programs run alone, Then they do their work, and no server is left', async () => {
  await using folder = await temporaryInstance();
  const env = { DATA_DIR: folder.path };

  const made = await runCli('account', ['create', 'zoe', '--staff', '--email', 'zoe@example.org'], {
    env,
    input: 'open sesame\n',
  });
  expect(made).toMatchObject({ status: 0, output: 'zoe is there.\n' });
  const token = await runCli('token', ['create', 'zoe', '--label', 'nightly import', '--expires', '30d'], {
    env,
  });
  expect(token).toMatchObject({ status: 0, lastLine: expect.stringMatching(/^[0-9a-f]{40}$/) });
  const list = await runCli('token', ['list'], { env });

  expect(list.output).toMatch(
    new RegExp(`^1 +${token.lastLine.slice(0, 8)}… +zoe +valid .*nightly import$`, 'm'),
  );
  expect(existsSync(path.join(folder.path, 'postgres/postmaster.pid'))).toBe(false);
  const server = await startEmbeddedPostgres({
    dataDir: path.join(folder.path, 'postgres'),
    database: 'video_rest',
  });
  try {
    expect(await callerOf(server.url, `Token ${token.lastLine}`)).toMatchObject({
      username: 'zoe',
      isStaff: true,
    });
    expect(await callerOf(server.url, basic('zoe', 'open sesame'))).toMatchObject({ username: 'zoe' });
  } finally {
    await server.stop();
  }
});

describe('beside a service on the embedded database', () => {
  let folder: Awaited<ReturnType<typeof temporaryDataDir>>;
  let server: EmbeddedPostgres;
  const env: Record<string, string> = {};

  beforeAll(async () => {
    folder = await temporaryDataDir();
    env.DATA_DIR = folder.path;
    server = await startEmbeddedPostgres({
      dataDir: path.join(folder.path, 'postgres'),
      database: 'video_rest',
      throwAway: true,
    });
    // Migrates, like the service at its start.
    await runCli('account', ['create', 'root', '--superuser', '--generate'], { env });
  });
  afterAll(async () => {
    await server.stop();
    await folder[Symbol.asyncDispose]();
  });

  test('Given a token, When it is revoked, Then the service refuses it at once', async () => {
    const year = new Date().getUTCFullYear() + 1;
    const { lastLine: key, output } = await runCli(
      'token',
      ['create', 'root', '--expires', `${year}-01-30`],
      {
        env,
      },
    );
    expect(output).toContain(`until ${year}-01-31T00:00:00.000Z`);
    const [, id = ''] = /^Token (\d+)/m.exec(output) ?? [];
    expect(await callerOf(server.url, `Token ${key}`)).toMatchObject({ username: 'root', isSuperuser: true });

    expect(await runCli('token', ['revoke', id], { env })).toMatchObject({
      status: 0,
      output: `Token ${id} is revoked.\n`,
    });

    await expect(callerOf(server.url, `Token ${key}`)).rejects.toMatchObject({ code: 'invalid_token' });
    expect((await runCli('token', ['list'], { env })).output).toMatch(new RegExp(`^${id} .*revoked`, 'm'));
    const database = openDatabase(server.url, () => {});
    const { rows } = await database.pool.query(
      `select event, actor from administration_history
        where detail->>'token' = $1 order by id`,
      [key.slice(0, 8)],
    );
    await database.close();
    const actor = `command-line:${userInfo().username}`;
    expect(rows).toEqual([
      { event: 'token-created', actor },
      { event: 'token-revoked', actor },
    ]);
  });

  test('Given a generated password, Then it is the last line and right; a new one ends it', async () => {
    const made = await runCli('account', ['create', 'kim', '--generate'], { env });
    expect(await callerOf(server.url, basic('kim', made.lastLine))).toMatchObject({ username: 'kim' });

    const changed = await runCli('account', ['password', 'kim'], { env, input: 'from a pipe\r\n' });

    expect(changed).toMatchObject({ status: 0, output: 'kim has another password.\n' });
    expect(await callerOf(server.url, basic('kim', 'from a pipe'))).toMatchObject({ username: 'kim' });
    await expect(callerOf(server.url, basic('kim', made.lastLine))).rejects.toMatchObject({
      code: 'bad_credentials',
    });
  });

  test('Given a user, When it is disabled, Then it is refused, until it is enabled', async () => {
    const database = openDatabase(server.url, fail);
    const { username, password } = await givenUser(database);
    await database.close();

    expect(await runCli('account', ['disable', username], { env })).toMatchObject({ status: 0 });
    await expect(callerOf(server.url, basic(username, password))).rejects.toMatchObject({
      code: 'bad_credentials',
    });
    expect(await runCli('account', ['enable', username], { env })).toMatchObject({ status: 0 });
    expect(await callerOf(server.url, basic(username, password))).toMatchObject({ username });
  });

  // Others are in `commands.test.ts`, and what a password may be in the tests of @campus/accounts.
  test.each([
    ['account', ['disable', 'nobody'], '', 'There is no user "nobody".\n'],
    ['account', ['create', 'max'], '', expect.stringMatching(/^There is no password on standard input.*\n$/)],
    [
      'account',
      ['create', 'max'],
      'zanzibar26',
      expect.stringMatching(/^This password has hardly more .*\n$/),
    ],
    [
      'account',
      ['password', 'root'],
      'Faraway-26',
      expect.stringMatching(/^This password has hardly more .*\n$/),
    ],
  ] as const)('%s %j: exit 1 and one clear sentence', async (program, args, input, errors) => {
    const named = { ...env, BRAND_NAME: 'Zanzibar Academy', TITLE_ETB: 'Faraway Films' };
    const run = await runCli(program, [...args], { env: named, input });
    expect(run).toMatchObject({ status: 1, output: '', errors });
  });
});

// What else they refuse is in `commands.test.ts`.
test('A command line that is wrong: exit 64 with the usage, and nothing is opened', async () => {
  await using folder = await temporaryDataDir();

  const run = await runCli('account', ['create'], { env: { DATA_DIR: folder.path } });

  expect(run).toMatchObject({
    status: 64,
    output: '',
    errors: expect.stringContaining('exactly one user name'),
  });
  expect(run.errors).toContain('usage: npm run account -w apps/video-rest -- create');
  expect(await readdir(folder.path)).toEqual([]);
});

test('--help: the usage on standard output', async () => {
  const run = await runCli('token', ['--help'], { env: {} });
  expect(run).toMatchObject({ status: 0, errors: '', output: expect.stringContaining('usage:') });
});

test('Given a PostgreSQL server of the operator, Then the programs use it and no data folder', async () => {
  const given = await createTestDatabase('video-rest');
  await using folder = await temporaryDataDir();
  const database = openDatabase(given.url, fail);
  const { username } = await givenUser(database);
  await database.close();

  const run = await runCli('token', ['create', username], {
    env: { DATABASE_URL: given.url, DATA_DIR: folder.path },
  });

  expect(await callerOf(given.url, `Token ${run.lastLine}`)).toMatchObject({ username });
  expect(await readdir(folder.path)).toEqual([]);
  await given.drop();
});

test('Given a configuration that is wrong, Then its problem is told, and the exit status is 1', async () => {
  const run = await runCli('token', ['list'], { env: { DATABASE_URL: 'mysql://nowhere' } });
  expect(run).toMatchObject({ status: 1, output: '', errors: expect.stringContaining('postgresql://') });
});
