import { setTimeout as sleep } from 'node:timers/promises';
import {
  createTestDatabase,
  eventually,
  networkBefore,
  suspendDatabase,
  type TestDatabase,
} from '@campus/testing';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { maxKeptCallers, openKeptCallers, provenMs, sql } from '../src/index.ts';

interface User {
  username: string;
  isStaff: boolean;
}

let database: TestDatabase;
/** Past all that is kept, as somebody else changes things. */
let others: pg.Pool;
const closing: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  database = await createTestDatabase('video-rest');
  others = new pg.Pool({ connectionString: database.url, max: 2 });
  // A database that is away cuts them.
  others.on('error', () => {});
});
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});
afterAll(async () => {
  await others.end();
  await database.drop();
});

let made = 0;

async function givenStaff(): Promise<string> {
  made += 1;
  const username = `user-${made}`;
  await others.query('insert into users (username, is_staff) values ($1, true)', [username]);
  return username;
}

const takeRights = (username: string) =>
  others.query('update users set is_staff = false where username = $1', [username]);

/**
 * What a process keeps.
 *
 * @param url  by which it hears of changes
 */
function givenProcess(url = database.url) {
  const pool = new pg.Pool({ connectionString: database.url, max: 2 });
  pool.on('error', () => {});
  const callers = openKeptCallers({ url, pool, onError: () => {} });
  callers.listen();
  closing.push(async () => {
    await callers.close();
    await pool.end();
  });
  const seen = { asked: 0 };
  const find = callers.keeping({
    async ask(username: string) {
      seen.asked += 1;
      const found = sql<User>`select username, is_staff from users where username = ${username}`;
      return (await found.row(pool)) ?? undefined;
    },
    lets: () => true,
  });
  return { callers, seen, find };
}

type Process = ReturnType<typeof givenProcess>;

/** Whether the second of two questions at once is answered from memory. */
async function keeps({ find, seen }: Process, username: string): Promise<boolean> {
  await find(username);
  const { asked } = seen;
  await find(username);
  return seen.asked === asked;
}

const untilKept = (process: Process, username: string) =>
  eventually(() => keeps(process, username), { intervalMs: 10, describe: 'it is kept' });

/** For how long after a moment the rights of before are still given, asking all the time until they are not. */
async function staleMs({ find }: Process, username: string, since: number): Promise<number> {
  for (let stale = 0; ; ) {
    const askedAt = performance.now();
    if ((await find(username))?.isStaff === false) return stale;
    stale = askedAt - since;
    // Memory alone would never let a notification in.
    await sleep(1);
  }
}

async function cutListeners(): Promise<void> {
  const { rowCount } = await others.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and (query = 'select 1' or query like 'listen %')`,
  );
  expect(rowCount).toBeGreaterThan(0);
}

describe('What two processes have found', () => {
  test('is kept by both, and forgotten by both when it changes', async () => {
    const username = await givenStaff();
    const both = [givenProcess(), givenProcess()];
    for (const one of both) await untilKept(one, username);

    await takeRights(username);
    const since = performance.now();
    const stale = await Promise.all(both.map((one) => staleMs(one, username, since)));

    expect(Math.max(...stale)).toBeLessThan(provenMs);
    for (const one of both) await untilKept(one, username);
  });

  test('is asked of the database by one whose connection is cut, until it has another', async () => {
    const username = await givenStaff();
    const [one] = [givenProcess()];
    await untilKept(one, username);

    await cutListeners();
    await takeRights(username);
    const stale = await staleMs(one, username, performance.now());

    expect(stale).toBeLessThan(provenMs);
    await untilKept(one, username);
  });

  test('is not taken for what is true by one that a notification never reaches', async () => {
    const username = await givenStaff();
    await using network = await networkBefore(database.url);
    const one = givenProcess(network.url);
    await untilKept(one, username);

    network.stall();
    await takeRights(username);
    const stale = await staleMs(one, username, performance.now());

    expect(stale).toBeLessThan(provenMs);
    expect(await keeps(one, username)).toBe(false);
    network.stall(false);
    await untilKept(one, username);
  });

  test('is not known while the database is away, and what has changed is seen when it is back', async () => {
    const username = await givenStaff();
    const one = givenProcess();
    await untilKept(one, username);

    const letIn = await suspendDatabase(database);
    try {
      await sleep(provenMs);
      await expect(one.find(username)).rejects.toThrow();
    } finally {
      await letIn();
    }
    await takeRights(username);

    expect((await one.find(username))?.isStaff).toBe(false);
    await untilKept(one, username);
  });

  test('is never kept over a connection that other ones cannot reach, as behind a pooler of transactions', async () => {
    const elsewhere = await createTestDatabase('video-rest');
    const username = await givenStaff();
    const one = givenProcess(elsewhere.url);
    closing.push(() => elsewhere.drop());
    await sleep(provenMs);

    expect(await keeps(one, username)).toBe(false);
  });
});

test('What was read before a change and comes after it is given once, and not kept', async () => {
  const username = await givenStaff();
  const [one, witness] = [givenProcess(), await givenStaff()];
  const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>();
  let isSlow = true;
  const find = one.callers.keeping({
    async ask(name: string) {
      const { rows } = await others.query<User>(
        'select is_staff as "isStaff" from users where username = $1',
        [name],
      );
      if (isSlow) await mayAnswer;
      return rows[0];
    },
    lets: () => true,
  });
  await untilKept(one, witness);

  const reading = find(username);
  await eventually(() => keeps(one, witness));
  await takeRights(username);
  await sleep(provenMs);
  // Now the change has been heard, and what is kept is given.
  await untilKept(one, witness);
  isSlow = false;
  answer();

  expect(await reading).toEqual({ isStaff: true });
  expect(await find(username)).toEqual({ isStaff: false });
});

test('What lets in no more is asked for again, and of each kind only so many are kept', async () => {
  const one = givenProcess();
  await untilKept(one, await givenStaff());
  const asked: string[] = [];
  let isOpen = true;
  const find = one.callers.keeping({
    async ask(key: string) {
      asked.push(key);
      return { key };
    },
    lets: () => isOpen,
  });
  const askedFor = async (key: string) => {
    asked.length = 0;
    await find(key);
    return asked.length;
  };
  await eventually(async () => expect([await askedFor('first'), await askedFor('first')]).toEqual([0, 0]));

  isOpen = false;
  expect(await askedFor('first')).toBe(1);
  isOpen = true;
  await eventually(async () => {
    await find('first');
    for (let n = 1; n < maxKeptCallers; n += 1) await find(String(n));
    expect(await askedFor('first')).toBe(0);
  });
  await find('one more');
  expect(await askedFor('first')).toBe(1);
});

describe.each([
  {
    service: 'video-rest',
    decidesNothing: {
      access_tokens: ['created_at', 'key_prefix', 'label', 'last_used_at'],
      sessions: ['expire'],
      users: [
        ...['cas_user', 'date_joined', 'email', 'encode_turn_at', 'first_name', 'last_name'],
        ...['last_sign_in_at', 'oidc_subject', 'quota_bytes', 'quota_videos', 'source_bytes', 'video_count'],
      ],
    },
  },
  {
    service: 'conventions-signing',
    decidesNothing: {
      accounts: ['created_at', 'email', 'last_sign_in_at', 'oidc_subject'],
      sessions: ['expire'],
      tokens: ['created_at', 'created_by', 'last_used_at', 'revoked_by'],
    },
  },
])('In the tables of $service', ({ service, decidesNothing }) => {
  test('every change is told but of what decides nothing, so that a new column is thought of', async () => {
    const own = await createTestDatabase(service);
    const pool = new pg.Pool({ connectionString: own.url, max: 1 });
    closing.push(async () => {
      await pool.end();
      await own.drop();
    });

    const { rows } = await pool.query<{ name: string; untold: string[]; events: number }>(
      `select c.relname as name, t.tgtype::int as events, array(
         select attname::text from pg_attribute a
         where a.attrelid = c.oid and attnum > 0 and not attisdropped and attnum <> all (t.tgattr) order by attname
       ) as untold
       from pg_trigger t join pg_class c on c.oid = t.tgrelid where tgname like '%\\_callers' order by c.relname`,
    );

    const told = Object.fromEntries(rows.map(({ name, untold }) => [name, untold]));
    expect(told).toMatchObject(decidesNothing);
    expect(rows.map(({ name }) => name)).toEqual(
      [...Object.keys(decidesNothing), 'passkeys', 'totp_keys'].sort(),
    );
    // https://github.com/postgres/postgres/blob/master/src/include/catalog/pg_trigger.h: delete 8, update 16, truncate 32.
    expect(rows.map(({ events }) => events & (8 + 16 + 32))).toEqual(rows.map(() => 8 + 16 + 32));
  });
});
