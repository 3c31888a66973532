import { join } from 'node:path';
import { eventually, type Network, networkBefore, startStandby, type TestStandby } from '@campus/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { type EmbeddedPostgres, openDatabase, sql, startEmbeddedPostgres } from '../src/index.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

let primary: EmbeddedPostgres;
let standby: TestStandby;
let dataDir: string;
/** Past everything, as another process writes. */
let others: pg.Client;
const closing: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  const folder = await temporaryFolder();
  closing.push(async () => folder[Symbol.asyncDispose]());
  dataDir = join(folder.path, 'data');
  primary = await startEmbeddedPostgres({ dataDir, database: 'notes' });
  closing.push(() => primary.stop());
  others = new pg.Client({ connectionString: primary.url });
  others.on('error', () => {});
  await others.connect();
  closing.push(() => others.end());
  await others.query('create table notes (title text primary key); create table kept (title text)');
  standby = await startStandby({ dataDir, ...primary });
  closing.push(async () => standby[Symbol.asyncDispose]());
});
afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

/** A process that may read from the standby, over a network of its own. */
async function givenProcess({ url = primary.url, readFrom = standby.urlOf(url), timeoutSeconds = 60 } = {}) {
  class NoClient {
    $disconnect = async () => undefined;
  }
  const network: Network = await networkBefore(readFrom);
  const told: Error[] = [];
  const db = openDatabase(() => NoClient, {
    url,
    readUrl: network.url,
    poolSize: 4,
    listTimeoutSeconds: timeoutSeconds,
    transactionTimeoutMs: 1_000,
    onError: (error) => told.push(error),
  });
  const requester = { caller: 'ada', signal: new AbortController().signal };
  return {
    ...{ db, network, told, lookups: db.lookups.of(requester) },
    async [Symbol.asyncDispose]() {
      await db.close();
      await network[Symbol.asyncDispose]();
    },
  };
}

type Process = Awaited<ReturnType<typeof givenProcess>>;

/** Whether a list is read from the standby. */
async function isAtStandby({ lookups }: Process): Promise<boolean> {
  const found = await sql<{ isThere: boolean }>`select pg_is_in_recovery() as is_there`.row(lookups);
  return found?.isThere === true;
}

const untilUsed = (process: Process) =>
  eventually(() => isAtStandby(process), { describe: 'the standby is read from' });

const untilLeftOut = ({ db }: Process, why: string) =>
  eventually(() => expect(db.standby?.check()).rejects.toThrow(why));

let made = 0;

async function write(): Promise<string> {
  made += 1;
  await others.query('insert into notes values ($1)', [`note ${made}`]);
  return `note ${made}`;
}

/** Whether a list has the note, and whether the standby said so. */
async function look({ lookups }: Process, title: string) {
  return sql<{ isThere: boolean; atStandby: boolean }>`
    select exists (select from notes where title = ${title}) as is_there, pg_is_in_recovery() as at_standby
  `.row(lookups);
}

test('Given a standby that keeps up, When another process writes, Then each list has it, also from the standby', async () => {
  await using process = await givenProcess();
  await untilUsed(process);

  const seen = [];
  for (let turn = 0; turn < 50; turn += 1) seen.push(await look(process, await write()));

  expect(seen.map((each) => each?.isThere)).toEqual(seen.map(() => true));
  expect(seen.filter((each) => each?.atStandby).length).toBeGreaterThan(0);
});

test('Given a standby that replays nothing, When something was written, Then lists have it from the primary, until the standby has it too', async () => {
  await using process = await givenProcess();
  await untilUsed(process);
  await standby.pause();
  await using resumed = { [Symbol.asyncDispose]: () => standby.pause(false) };

  const title = await write();
  const lists = await Promise.all(Array.from({ length: 8 }, () => look(process, title)));

  expect(lists).toEqual(lists.map(() => ({ isThere: true, atStandby: false })));
  await untilLeftOut(process, 'behind');
  await resumed[Symbol.asyncDispose]();
  await untilUsed(process);
  expect(await look(process, title)).toMatchObject({ isThere: true });
});

test.each(['cut', 'lost'] as const)(
  'Given lists under way at a standby, When its network is %s, Then they and all others come from the primary, and it comes back by itself',
  async (how) => {
    await using process = await givenProcess();
    await untilUsed(process);
    const slow = sql<{ isThere: boolean }>`
      select pg_is_in_recovery() as is_there from pg_sleep(case when pg_is_in_recovery() then 60 else 0 end)`;
    const underWay = Array.from({ length: 2 }, () => slow.row(process.lookups));
    await eventually(() => standby.log().includes('then 60'));

    if (how === 'lost') process.network.stall();
    else process.network.cut();

    expect(await Promise.all(underWay)).toEqual([{ isThere: false }, { isThere: false }]);
    if (how === 'lost') {
      expect(await isAtStandby(process)).toBe(false);
      process.network.stall(false);
    }
    await untilUsed(process);
    expect(process.told).toEqual([]);
  },
);

test('Given a list that stands in the way of what is replayed, Then the standby ends it, and the primary answers', async () => {
  await using process = await givenProcess();
  await untilUsed(process);
  const slow = sql<{ isThere: boolean }>`
    select pg_is_in_recovery() as is_there
    from (select count(*) from kept) k, pg_sleep(case when pg_is_in_recovery() then 59 else 0 end)`;
  const underWay = slow.row(process.lookups);
  await eventually(() => standby.log().includes('then 59'));

  await others.query('truncate kept');

  expect(await underWay).toEqual({ isThere: false });
  await eventually(() => standby.log().includes('canceling statement due to conflict with recovery'));
  await untilUsed(process);
});

test('Given a list at the standby that takes longer than lists may, Then it ends there', async () => {
  await using process = await givenProcess({ timeoutSeconds: 1 });
  await untilUsed(process);

  await expect(sql`select pg_sleep(58)`.run(process.lookups)).rejects.toMatchObject({ budget: 'time' });

  await eventually(() => standby.log().includes('canceling statement due to statement timeout'));
});

test('Given a list at the standby, When its requester leaves, Then it is cancelled there', async () => {
  await using process = await givenProcess();
  await untilUsed(process);
  const leaving = new AbortController();
  const lookups = process.db.lookups.of({ caller: 'ada', signal: leaving.signal });
  const underWay = expect(sql`select pg_sleep(57)`.run(lookups)).rejects.toMatchObject({ budget: 'time' });
  await eventually(() => standby.log().includes('pg_sleep(57)'));

  leaving.abort();

  await underWay;
  await eventually(() => standby.log().includes('canceling statement due to user request'));
});

test('Given a list that a standby cannot do, Then the primary does', async () => {
  await using process = await givenProcess();
  await others.query('create unlogged table if not exists passing (title text)');
  await untilUsed(process);

  expect(await sql`select from passing`.run(process.lookups)).toBe(0);

  expect(await isAtStandby(process)).toBe(true);
});

test('Given an address that leads to no standby of this database, Then nothing is read from there', async () => {
  await using ofPrimary = await givenProcess({ readFrom: primary.url });
  await using ofOther = await givenProcess({ readFrom: String(process.env.TEST_DATABASE_URL) });
  await using away = await givenProcess({ readFrom: 'postgresql://nobody@127.0.0.1:1/notes' });

  await untilLeftOut(ofPrimary, 'no standby of this database');
  await untilLeftOut(ofOther, 'no standby of this database');
  await untilLeftOut(away, 'Connection terminated');

  for (const one of [ofPrimary, ofOther, away]) expect(await isAtStandby(one)).toBe(false);
});

test('Given a standby that becomes a primary, Then nothing is read from it any more, and nothing for it from one that follows the other', async () => {
  await using promoted = await startStandby({ dataDir, ...primary });
  await using process = await givenProcess({ readFrom: promoted.urlOf(primary.url) });
  await untilUsed(process);

  await promoted.promote();

  expect(await isAtStandby(process)).toBe(false);
  await untilLeftOut(process, 'no standby of this database');
  const url = promoted.urlOf(primary.url);
  await using moved = await givenProcess({ url, readFrom: standby.urlOf(primary.url) });
  await untilLeftOut(moved, 'no standby of this database');
});
