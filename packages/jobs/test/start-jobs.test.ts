import { createTestDatabase, eventually, type TestDatabase } from '@campus/testing';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { type Jobs, type Queue, startJobs, UnfitProcess } from '../src/index.ts';

interface Work {
  name: string;
}

let database: TestDatabase;
let jobs: Jobs;
let pool: pg.Pool;
const errors: Error[] = [];

beforeAll(async () => {
  database = await createTestDatabase('conventions-signing');
  pool = new pg.Pool({ connectionString: database.url, max: 3 });
  // Its end does not wait for the connections, which the drop of the database then cuts.
  pool.on('error', () => undefined);
  jobs = await startJobs({ databaseUrl: database.url, onError: (error) => errors.push(error) });
});

afterAll(async () => {
  await jobs.stop();
  await pool.end();
  await database.drop();
});

/** Runs `work` in a transaction of its own, as a Prisma transaction would be handed in. */
async function inTransaction(
  work: (tx: { $queryRawUnsafe: <T>(sql: string, ...values: unknown[]) => Promise<T> }) => Promise<void>,
) {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await work({
      $queryRawUnsafe: async <T>(sql: string, ...values: unknown[]) =>
        (await client.query(sql, values)).rows as T,
    });
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

function queue(name: string): Queue<Work> {
  return { name, expireInSeconds: 60 };
}

describe('A job', () => {
  test('counts in the depth of its queue, apart from those for later', async () => {
    const waiting = queue('waiting');

    await inTransaction(async (tx) => {
      await jobs.send(tx, waiting, { name: 'now' });
      await jobs.send(tx, waiting, { name: 'later' }, { startAfter: new Date(Date.now() + 3_600_000) });
    });

    const depth = { queue: 'waiting', ready: 1, deferred: 1, active: 0, failed: 0 };
    await eventually(async () => expect(await jobs.depths()).toContainEqual(depth));
  });

  test('tells how long the oldest of a queue has been due, and how many fail again and again', async () => {
    const due = queue('due');
    const later = queue('for-later');
    await inTransaction(async (tx) => {
      await jobs.send(tx, due, { name: 'oldest' }, { startAfter: new Date(Date.now() - 3_600_000) });
      await jobs.send(tx, due, { name: 'newer' });
      await jobs.send(tx, later, { name: 'tomorrow' }, { startAfter: new Date(Date.now() + 86_400_000) });
    });
    await pool.query(`update pgboss.job set retry_count = 10 where name = 'due' and data->>'name' = 'newer'`);

    const waits = new Map((await jobs.waits()).map(({ queue: name, ...wait }) => [name, wait]));

    expect(waits.get('due')).toEqual({ oldestSeconds: expect.any(Number), failing: 1 });
    expect(waits.get('due')?.oldestSeconds).toBeGreaterThanOrEqual(3_600);
    expect(waits.get('for-later')).toEqual({ oldestSeconds: 0, failing: 0 });
  });

  test('is run once its transaction has committed, and not after a rollback', async () => {
    const done: string[] = [];
    const kept = queue('kept');
    await jobs.work(kept, 1, async ({ name }) => void done.push(name));

    await inTransaction((tx) => jobs.send(tx, kept, { name: 'committed' }));
    const undone = inTransaction(async (tx) => {
      await jobs.send(tx, kept, { name: 'rolled back' });
      throw new Error('no');
    });

    await expect(undone).rejects.toThrow('no');
    await inTransaction((tx) => jobs.send(tx, kept, { name: 'later' }));
    await eventually(() => expect(done).toEqual(['committed', 'later']));
  });

  test('is sent although its queue could not be made when it was first needed', async () => {
    const send = () => inTransaction((tx) => jobs.send(tx, queue('late'), { name: 'any' }));
    await pool.query('alter function pgboss.create_queue rename to create_queue_away');
    await expect(send()).rejects.toThrow('create_queue');
    await pool.query('alter function pgboss.create_queue_away rename to create_queue');

    await send();

    const depth = { queue: 'late', ready: 1, deferred: 0, active: 0, failed: 0 };
    await eventually(async () => expect(await jobs.depths()).toContainEqual(depth));
  });

  test('of a backlog is run when the one before it is done, not when the queue is asked the next time', async () => {
    const backlog = queue('backlog');
    const done: string[] = [];
    await inTransaction(async (tx) => {
      for (let number = 1; number <= 60; number += 1) await jobs.send(tx, backlog, { name: String(number) });
    });

    const begun = Date.now();
    await jobs.work(backlog, 1, async ({ name }) => void done.push(name));

    await eventually(() => expect(done).toHaveLength(60));
    // Asked once a second, it takes a minute; like this, a fraction of a second.
    expect(Date.now() - begun).toBeLessThan(30_000);
  });

  test('that says the same as another of its queue is kept once', async () => {
    const looks = queue('looks');
    await inTransaction(async (tx) => {
      await jobs.send(tx, looks, { name: 'first' }, { once: 'noon' });
      await jobs.send(tx, looks, { name: 'second' }, { once: 'noon' });
    });
    await inTransaction((tx) => jobs.send(tx, looks, { name: 'third' }, { once: 'noon' }));
    await inTransaction((tx) => jobs.send(tx, looks, { name: 'other' }, { once: 'evening' }));
    const done: string[] = [];

    await jobs.work(looks, 1, async ({ name }) => void done.push(name));

    await eventually(() => expect(done.toSorted()).toEqual(['first', 'other']));
  });

  test('that fails is reported, and tried again', async () => {
    let tries = 0;
    const failing = queue('failing');
    await jobs.work(failing, 1, async () => {
      tries += 1;
      if (tries === 1) throw new Error('the disk is full');
    });

    await inTransaction((tx) => jobs.send(tx, failing, { name: 'once more' }));

    await eventually(() => expect(tries).toBe(2));
    expect(errors).toMatchObject([
      { message: expect.stringContaining('failing'), cause: { message: 'the disk is full' } },
    ]);
  });

  test('that its process is unfit for goes to another, and that one takes nothing until it is fit', async () => {
    const reports: Error[] = [];
    const other = await startJobs({
      databaseUrl: database.url,
      onError: (error) => reports.push(error),
    });
    const fit = Promise.withResolvers<void>();
    const seen: string[] = [];
    const moved = queue('moved');
    try {
      await jobs.work(moved, 1, async ({ name }) => {
        seen.push(`unfit for ${name}`);
        if (seen.length === 1) throw new UnfitProcess('no disk', () => fit.promise);
      });
      await inTransaction((tx) => jobs.send(tx, moved, { name: 'first' }));
      await eventually(() => expect(seen).toEqual(['unfit for first']));

      await other.work(moved, 1, async ({ name }) => void seen.push(`done ${name}`));
      for (const name of ['second', 'third']) await inTransaction((tx) => jobs.send(tx, moved, { name }));

      const expected = ['done first', 'done second', 'done third', 'unfit for first'];
      await eventually(() => expect(seen.toSorted()).toEqual(expected));
    } finally {
      fit.resolve();
      await other.stop();
    }
    await inTransaction((tx) => jobs.send(tx, moved, { name: 'last' }));
    await eventually(() => expect(seen.at(-1)).toBe('unfit for last'));
    expect([...reports, ...errors.filter(({ message }) => message.includes('moved'))]).toEqual([]);
  });

  test('of a group waits while another of the group runs; one of another group does not', async () => {
    const running: string[] = [];
    const finish: (() => void)[] = [];
    const grouped = queue('grouped');
    await jobs.work(grouped, 3, async ({ name }) => {
      running.push(name);
      await new Promise<void>((resolve) => finish.push(resolve));
    });

    await inTransaction((tx) => jobs.send(tx, grouped, { name: 'a1' }, { group: 'a' }));
    await eventually(() => expect(running).toEqual(['a1']));
    await inTransaction(async (tx) => {
      await jobs.send(tx, grouped, { name: 'a2' }, { group: 'a' });
      await jobs.send(tx, grouped, { name: 'b1' }, { group: 'b' });
    });
    await eventually(() => expect(running).toEqual(['a1', 'b1']));
    await inTransaction((tx) => jobs.send(tx, grouped, { name: 'c1' }, { group: 'c' }));
    await eventually(() => expect(running).toEqual(['a1', 'b1', 'c1']));
    finish[0]?.();

    await eventually(() => expect(running).toEqual(['a1', 'b1', 'c1', 'a2']));
    for (const end of finish) end();
  });
});

describe('When the process stops', () => {
  test('a job to be handed back is aborted at once, its handler is waited for, and another process runs it', async () => {
    const reports: string[] = [];
    const leaving = await startJobs({
      databaseUrl: database.url,
      onError: (error) => reports.push(error.message),
    });
    const long: Queue<Work> = { ...queue('long'), atStop: 'hand back' };
    const seen: string[] = [];
    await leaving.work(long, 1, async ({ name }, signal) => {
      seen.push(`${name} begun`);
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      await pool.query('select pg_sleep(0.2)');
      seen.push(`${name} cleared up`);
      throw signal.reason;
    });
    await inTransaction(async (tx) => {
      await jobs.send(tx, long, { name: 'first' });
      await jobs.send(tx, long, { name: 'second' });
    });
    await eventually(() => expect(seen).toEqual(['first begun']));
    const from = performance.now();

    await leaving.stop();

    expect(performance.now() - from).toBeLessThan(4_000);
    expect(seen).toEqual(['first begun', 'first cleared up']);
    expect(reports).toEqual([]);
    const taken: string[] = [];
    await jobs.work(long, 1, async ({ name }) => void taken.push(name));
    await eventually(() => expect(taken.sort()).toEqual(['first', 'second']));
  });
});
