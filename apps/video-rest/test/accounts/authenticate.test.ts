import { createKnownClients, maxKnownPerAccount, serviceItself } from '@campus/accounts';
import { createTestDatabase, eventually, type TestDatabase } from '@campus/testing';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { AuthenticationError, createAuthenticator } from '../../src/accounts/authenticate.ts';
import { people } from '../../src/accounts/people.ts';
import { createToken, revokeToken } from '../../src/accounts/tokens.ts';
import { type Database, openDatabase } from '../../src/data/open-database.ts';
import { listTokens } from '../../src/data/tokens.ts';
import { basic, givenUser, passwordCheckOn } from '../support/accounts.ts';
import { countHashes } from '../support/count-hashes.ts';

let testDatabase: TestDatabase;
let database: Database;
const failures: unknown[] = [];
const address = '192.0.2.7';

beforeAll(async () => {
  testDatabase = await createTestDatabase('video-rest');
  database = openDatabase(testDatabase.url, (error) => {
    throw error;
  });
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

/** A service of its own: with no attempts counted and no pairs remembered. */
function givenService(limits?: { perAddress: number; perAddressAndAccount: number; windowSeconds: number }) {
  const authenticate = createAuthenticator({
    database,
    checkPassword: passwordCheckOn(database, limits),
    onError: (error) => failures.push(error),
  });
  return (header: string, from = address) => authenticate([header], from);
}

async function givenToken(options: { label?: string; expiresAt?: Date } = {}) {
  const user = await givenUser(database);
  return {
    user,
    ...(await createToken(database, { by: serviceItself, username: user.username, ...options })),
  };
}

async function codeOf(refused: Promise<unknown>): Promise<string> {
  const error = await refused.then(
    () => new Error('it was accepted'),
    (reason: unknown) => reason,
  );
  return error instanceof AuthenticationError ? error.code : String(error);
}

/** How many connections were taken from the pool: one for each statement. */
async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  let count = 0;
  const countOne = () => {
    count += 1;
  };
  database.pool.on('acquire', countOne);
  await work();
  database.pool.off('acquire', countOne);
  return count;
}

describe('headers', () => {
  const authenticate = (headers: string[]) =>
    createAuthenticator({ database, checkPassword: passwordCheckOn(database), onError: fail })(
      headers,
      address,
    );
  const fail = (error: unknown) => failures.push(error);
  const base64 = (text: string) => Buffer.from(text).toString('base64');

  test.each([
    ['no header', [], 'not_provided'],
    ['Bearer', ['Bearer 0123456789012345678901234567890123456789'], 'not_provided'],
    ['Bearer alone', ['Bearer'], 'not_provided'],
    ['another scheme', ['Digest username="root"'], 'not_provided'],
    ['a key without scheme', ['0123456789012345678901234567890123456789'], 'not_provided'],
    ['two headers', ['Token a', 'Token b'], 'repeated_header'],
    ['Token alone', ['Token'], 'token_missing'],
    ['Token with spaces', ['Token a b'], 'token_spaces'],
    ['Token with an accent', ['Token clé'], 'token_characters'],
    ['a token of another form', ['Token abc'], 'invalid_token'],
    ['an unknown token', ['token 0123456789012345678901234567890123456789'], 'invalid_token'],
    ['Basic alone', ['Basic '], 'basic_missing'],
    ['Basic with spaces', ['Basic cm9v dDpyb290'], 'basic_spaces'],
    ['Basic that is not base64', ['Basic root:root'], 'basic_not_base64'],
    ['Basic without a colon', [`Basic ${base64('root')}`], 'basic_not_base64'],
    ['Basic with NUL', [`Basic ${base64('ro\0ot:open sesame')}`], 'bad_credentials'],
    ['Basic without a name', [`basic ${base64(':open sesame')}`], 'bad_credentials'],
    ['Basic of nobody', [`Basic ${base64('nobody:open sesame')}`], 'bad_credentials'],
  ])('Given %s, Then it is refused as such', async (_what, headers, code) => {
    expect(await codeOf(authenticate(headers))).toBe(code);
  });
});

describe('Token', () => {
  test('Given a key, Then the caller is its user with the rights of this instant', async () => {
    const ask = givenService();
    const { user, key } = await givenToken();
    const caller = { id: user.id, username: user.username, address, scheme: 'token' };
    expect(await ask(`Token ${key}`)).toEqual({ ...caller, isStaff: false, isSuperuser: false });

    await database.prisma.user.update({ where: { id: user.id }, data: { isStaff: true } });

    expect(await ask(`token ${key}`)).toEqual({ ...caller, isStaff: true, isSuperuser: false });
  });

  test('The key is not stored, and the list shows its first 8 characters', async () => {
    const { user, key, id } = await givenToken({ label: 'nightly import' });

    const { rows } = await database.pool.query('select t::text as all from access_tokens t where id = $1', [
      id,
    ]);
    expect(JSON.stringify(rows)).not.toContain(key);
    const listed = (await listTokens(database.pool)).filter(({ userId }) => userId === user.id);
    expect(listed).toMatchObject([
      { id, keyPrefix: key.slice(0, 8), label: 'nightly import', username: user.username, lastUsedAt: null },
    ]);
  });

  test('Given a key in capitals, Then it is unknown', async () => {
    const { key } = await givenToken();
    expect(await codeOf(givenService()(`Token ${key.toUpperCase()}A`))).toBe('invalid_token');
  });

  test('Given a revoked token, Then it is as unknown as any, also when it has expired', async () => {
    const { key, id } = await givenToken();
    await revokeToken(database, { by: serviceItself, id, now: new Date('2026-01-02T03:04:05Z') });
    await revokeToken(database, { by: serviceItself, id });
    await database.pool.query(`update access_tokens set expires_at = now() where id = $1`, [id]);

    expect(await codeOf(givenService()(`Token ${key}`))).toBe('invalid_token');
    const { revokedAt } = await database.prisma.accessToken.findUniqueOrThrow({ where: { id } });
    expect(revokedAt).toEqual(new Date('2026-01-02T03:04:05Z'));
  });

  test('Given a token until tomorrow, Then it works today, and not any more once its time has come', async () => {
    const ask = givenService();
    const { key, id } = await givenToken({ expiresAt: new Date(Date.now() + 86_400_000) });
    expect(await ask(`Token ${key}`)).toMatchObject({ scheme: 'token' });

    // The column holds whole milliseconds, and would round up what has just become the past.
    await database.pool.query(`update access_tokens set expires_at = now() - interval '1 ms' where id = $1`, [
      id,
    ]);

    expect(await codeOf(ask(`Token ${key}`))).toBe('token_expired');
  });

  test('Given a disabled user, Then its token is refused as inactive', async () => {
    const { user, key } = await givenToken();
    await people.change(database, { isActive: false, username: user.username, by: serviceItself });
    expect(await codeOf(givenService()(`Token ${key}`))).toBe('inactive');
  });

  test('A request costs one statement, and the first of a minute one more, which notes the use', async () => {
    const ask = givenService();
    const { key, id } = await givenToken();
    const lastUse = async () =>
      (await database.prisma.accessToken.findUniqueOrThrow({ where: { id } })).lastUsedAt;

    expect(await statementsOf(() => ask(`Token ${key}`))).toBe(2);
    const first = await lastUse();
    expect(first).not.toBeNull();
    expect(await statementsOf(() => ask(`Token ${key}`))).toBe(1);
    expect(await lastUse()).toEqual(first);

    await database.pool.query(
      `update access_tokens set last_used_at = now() - interval '61 s' where id = $1`,
      [id],
    );
    expect(await statementsOf(() => ask(`Token ${key}`))).toBe(2);
    expect((await lastUse())?.getTime()).toBeGreaterThanOrEqual(first?.getTime() ?? 0);
  });

  test('Given a process that keeps what it finds, Then a token costs no statement, and ends by the clock of the database', async () => {
    const keeping = openDatabase(testDatabase.url, () => {});
    keeping.callers.listen();
    const authenticate = createAuthenticator({
      database: keeping,
      checkPassword: passwordCheckOn(keeping),
      onError: (error) => failures.push(error),
    });
    const { key, id } = await givenToken();
    const ask = () => authenticate([`Token ${key}`], address);
    try {
      await database.pool.query(
        `update access_tokens set expires_at = now() + interval '2 s' where id = $1`,
        [id],
      );
      let statements = 0;
      keeping.pool.on('acquire', () => {
        statements += 1;
      });
      let asked = 0;
      const isOver = async () => {
        asked += 1;
        const refused = await codeOf(ask());
        return refused !== 'Error: it was accepted' && refused;
      };
      expect(await eventually(isOver, { intervalMs: 5 })).toBe('token_expired');
      expect(statements).toBeLessThan(asked);
    } finally {
      await keeping.close();
    }
  });

  test('Given the use cannot be written, Then the request goes on, and the failure is told', async () => {
    const { key } = await givenToken();
    await database.pool.query(
      'alter table access_tokens add constraint refuse_use check (last_used_at is null) not valid',
    );
    failures.length = 0;
    try {
      expect(await givenService()(`Token ${key}`)).toMatchObject({ scheme: 'token' });
      expect(String(failures)).toContain('refuse_use');
    } finally {
      await database.pool.query('alter table access_tokens drop constraint refuse_use');
    }
  });

  test('Given somebody holds the row of the token, Then the request does not wait for it', async () => {
    const { key, id } = await givenToken();
    const holder = await database.pool.connect();
    try {
      await holder.query('begin');
      await holder.query('select from access_tokens where id = $1 for update', [id]);
      expect(await givenService()(`Token ${key}`)).toMatchObject({ scheme: 'token' });
    } finally {
      await holder.query('rollback');
      holder.release();
    }
  });

  test.each([
    ['an unknown user', { username: 'nobody' }, 'user_not_found'],
    ['a time in the past', { username: 'x', expiresAt: new Date(Date.now() - 1000) }, 'expiry_in_past'],
    ['a label of two lines', { username: 'x', label: 'a\nb' }, 'invalid_label'],
    ['a label that is too long', { username: 'x', label: 'a'.repeat(201) }, 'invalid_label'],
  ])('Given %s, Then no token is made', async (_what, token, code) => {
    await expect(createToken(database, { ...token, by: serviceItself })).rejects.toMatchObject({ code });
  });

  test('Given the id of no token, Then it cannot be revoked', async () => {
    await expect(revokeToken(database, { by: serviceItself, id: 999_999 })).rejects.toMatchObject({
      code: 'token_not_found',
    });
  });
});

describe('Basic', () => {
  test('Given name and password, Then the caller is that user', async () => {
    const user = await givenUser(database, { isStaff: true });
    expect(await givenService()(basic(user.username, user.password))).toEqual({
      id: user.id,
      username: user.username,
      address,
      isStaff: true,
      isSuperuser: false,
      scheme: 'basic',
    });
  });

  test('Given a password with colons and letters of any script, Then it is right', async () => {
    const user = await givenUser(database, { password: 'sésame:ouvre-toi:芝麻' });
    expect(await givenService()(basic(user.username, user.password))).toMatchObject({ id: user.id });
  });

  test.each([
    ['a wrong password', {}, 'open Sesame'],
    ['no password in the account', { password: null }, ''],
    ['an inactive account', { isActive: false }, 'open sesame'],
  ])('Given %s, Then it is refused with the same words', async (_what, columns, password) => {
    const user = await givenUser(database, columns);
    const ask = givenService();
    expect(await codeOf(ask(basic(user.username, password)))).toBe('bad_credentials');
    expect(await codeOf(ask(basic(user.username, password)))).toBe('bad_credentials');
  });

  test('Given a pair that was right, When it comes again, Then it costs one statement each time and no hash', async () => {
    const user = await givenUser(database);
    const ask = givenService();
    const header = basic(user.username, user.password);
    expect(await countHashes(() => ask(header))).toBe(1);

    let statements = 0;
    const hashes = await countHashes(async () => {
      statements = await statementsOf(async () => {
        for (let time = 0; time < 3; time++) await ask(header);
      });
    });

    expect({ statements, hashes }).toEqual({ statements: 3, hashes: 0 });
  });

  test('Given a remembered pair, When the rights change, Then the next request has the new ones', async () => {
    const user = await givenUser(database);
    const ask = givenService();
    await ask(basic(user.username, user.password));
    await database.prisma.user.update({ where: { id: user.id }, data: { isSuperuser: true } });
    expect(await ask(basic(user.username, user.password))).toMatchObject({ isSuperuser: true });
    await database.prisma.user.delete({ where: { id: user.id } });
    expect(await codeOf(ask(basic(user.username, user.password)))).toBe('bad_credentials');
  });

  test('Given a remembered pair, When the password changes, Then the old one is refused at once and the new one is right', async () => {
    const user = await givenUser(database);
    const ask = givenService();
    await ask(basic(user.username, user.password));

    await people.change(database, {
      by: serviceItself,
      username: user.username,
      password: 'another one',
    });

    expect(await codeOf(ask(basic(user.username, user.password)))).toBe('bad_credentials');
    expect(await ask(basic(user.username, 'another one'))).toMatchObject({ id: user.id });
  });

  test('Given a remembered pair, When the account is disabled, Then it is refused at once', async () => {
    const user = await givenUser(database);
    const ask = givenService();
    await ask(basic(user.username, user.password));
    await people.change(database, { isActive: false, username: user.username, by: serviceItself });
    expect(await codeOf(ask(basic(user.username, user.password)))).toBe('bad_credentials');
  });
});

describe('throttling of Basic', () => {
  const limits = { perAddress: 5, perAddressAndAccount: 3, windowSeconds: 60 };
  const wrong = (username: string, guess: number | string) => basic(username, `wrong ${guess}`);

  test('Given three failures, Then the fourth attempt is refused with the time to wait, even with the right password', async () => {
    const user = await givenUser(database);
    const ask = givenService(limits);
    for (const guess of [1, 2, 3])
      expect(await codeOf(ask(wrong(user.username, guess)))).toBe('bad_credentials');

    const refusal = await ask(basic(user.username, user.password)).catch((error: unknown) => error);
    expect(refusal).toMatchObject({
      code: 'throttled',
      message: expect.stringMatching(/in [1-9]\d? seconds/),
    });
    const { retryAfterSeconds = 0 } = refusal instanceof AuthenticationError ? refusal : {};
    expect(retryAfterSeconds).toBeGreaterThanOrEqual(1);
    expect(retryAfterSeconds).toBeLessThanOrEqual(60);
  });

  test('Given a throttled client, Then the owner of the account signs in from elsewhere', async () => {
    const user = await givenUser(database);
    const ask = givenService(limits);
    for (const guess of [1, 2, 3, 4]) await codeOf(ask(wrong(user.username, guess)));

    expect(await ask(basic(user.username, user.password), '192.0.2.8')).toMatchObject({ id: user.id });
  });

  test('Given a throttled account, Then others sign in from the same address, until the address itself is throttled', async () => {
    const [one, other] = [await givenUser(database), await givenUser(database)];
    const ask = givenService(limits);
    for (const guess of [1, 2, 3, 4, 5, 6]) await codeOf(ask(wrong(one.username, guess)));
    expect(await ask(basic(other.username, other.password))).toMatchObject({ id: other.id });

    for (const guess of [1, 2])
      expect(await codeOf(ask(wrong(other.username, guess)))).toBe('bad_credentials');

    expect(await codeOf(ask(wrong((await givenUser(database)).username, 1)))).toBe('throttled');
  });

  test('Given addresses of one IPv6 block, Then they are throttled together', async () => {
    const user = await givenUser(database);
    const ask = givenService(limits);
    for (const guess of [1, 2, 3]) await codeOf(ask(wrong(user.username, guess), `2001:db8::${guess}`));
    expect(await codeOf(ask(wrong(user.username, 4), '2001:db8::ffff'))).toBe('throttled');
  });

  test('Given twenty guesses at once, Then three are tried', async () => {
    const user = await givenUser(database);
    const ask = givenService(limits);
    const codes = await Promise.all(
      Array.from({ length: 20 }, (_none, guess) => codeOf(ask(wrong(user.username, guess)))),
    );
    expect(codes.filter((code) => code === 'bad_credentials')).toHaveLength(3);
    expect(codes.filter((code) => code === 'throttled')).toHaveLength(17);
  });

  test('Given the right pair twenty times at once, Then all are let in', async () => {
    const user = await givenUser(database);
    const ask = givenService(limits);
    const callers = await Promise.all(
      Array.from({ length: 20 }, () => ask(basic(user.username, user.password))),
    );
    expect(new Set(callers.map(({ id }) => id))).toEqual(new Set([user.id]));
  });

  test('Given many successes, Then they use up nothing', async () => {
    const ask = givenService(limits);
    const users = await Promise.all(Array.from({ length: 8 }, () => givenUser(database)));
    for (const user of users)
      expect(await ask(basic(user.username, user.password))).toMatchObject({ id: user.id });
  });

  test('Given a remembered pair, When its client is throttled, Then it is refused like any other', async () => {
    const user = await givenUser(database);
    const ask = givenService(limits);
    await ask(basic(user.username, user.password));
    for (const guess of [1, 2, 3]) await codeOf(ask(wrong(user.username, guess)));
    expect(await codeOf(ask(basic(user.username, user.password)))).toBe('throttled');
  });

  test('Given a remembered pair, When it comes from another address, Then it costs a hash', async () => {
    const user = await givenUser(database);
    const ask = givenService(limits);
    await ask(basic(user.username, user.password));
    const hashes = await countHashes(() => ask(basic(user.username, user.password), '192.0.2.8'));
    expect(hashes).toBe(1);
  });

  test('Given strangers who guess everywhere, Then an address that was right before comes in, also at another process', async () => {
    const user = await givenUser(database);
    const [right, home] = [basic(user.username, user.password), '203.0.113.7'];
    await givenService()(right, home);
    const other = givenService();
    const guesses: string[] = [];
    for (let guess = 1; guess <= 6; guess += 1)
      guesses.push(await codeOf(other(wrong(user.username, guess), `192.0.2.${guess}`)));

    expect(guesses).toEqual([...Array(5).fill('bad_credentials'), 'throttled']);
    expect(await codeOf(other(right, '203.0.113.8'))).toBe('throttled');
    expect(await other(right, home)).toMatchObject({ id: user.id });
  });

  test('Given a throttled client, When the window is over, Then it may try again', async () => {
    const user = await givenUser(database);
    const ask = givenService({ ...limits, windowSeconds: 1 });
    for (const guess of [1, 2, 3]) await codeOf(ask(wrong(user.username, guess)));
    expect(await codeOf(ask(wrong(user.username, 4)))).toBe('throttled');

    await eventually(() => ask(basic(user.username, user.password)), { describe: 'the client is let in' });
  });
});

describe('known clients', () => {
  const knownOf = (accountId: number) =>
    database.prisma.knownClient.findMany({ where: { accountId }, orderBy: { lastRightAt: 'asc' } });
  const open = () => createKnownClients({ pool: database.pool, onError: (error) => failures.push(error) });

  test('Given one that was right a month ago, Then it is known no more, and goes when another is noted', async () => {
    const [one, other] = [await givenUser(database), await givenUser(database)];
    await open().remember(one.id, address);
    expect(await open().has(one.id, address)).toBe(true);
    expect(await open().has(other.id, address)).toBe(false);

    await database.pool.query(`update known_clients set last_right_at = now() - interval '31 days'`);
    expect(await open().has(one.id, address)).toBe(false);
    await open().remember(other.id, address);
    expect(await knownOf(one.id)).toEqual([]);
    await open().remember(one.id, address);
    expect(await open().has(one.id, address)).toBe(true);
  });

  test('Given more than an account may have, Then those of longest ago go', async () => {
    const { id } = await givenUser(database);
    await database.pool.query(
      `insert into known_clients (account_id, client, last_right_at)
       select $1, 'client ' || n, now() - n * interval '1 minute' from generate_series(1, $2) n`,
      [id, maxKnownPerAccount],
    );

    await open().remember(id, address);

    const kept = (await knownOf(id)).map(({ client }) => client);
    expect(kept).toHaveLength(maxKnownPerAccount);
    expect(kept).toContain(address);
    expect(kept).not.toContain(`client ${maxKnownPerAccount}`);
  });

  test('Given it cannot be noted, Then whoever was right comes in, and the failure is told', async () => {
    const user = await givenUser(database);
    failures.length = 0;

    await open().remember(user.id + 1_000_000, address);

    expect(String(failures)).toContain('known_clients');
  });
});
