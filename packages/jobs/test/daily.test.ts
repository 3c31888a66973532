import { createTestDatabase, eventually, type TestDatabase } from '@campus/testing';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { type Jobs, type Occurrence, type Queue, startJobs } from '../src/index.ts';

const morning = { at: '07:00', timeZone: 'Europe/Paris' };

let database: TestDatabase;
let pool: pg.Pool;
const running: Jobs[] = [];
const errors: Error[] = [];

beforeAll(async () => {
  database = await createTestDatabase('conventions-signing');
  pool = new pg.Pool({ connectionString: database.url, max: 3 });
  // Its end does not wait for the connections, which the drop of the database then cuts.
  pool.on('error', () => undefined);
});

afterEach(stopAll);

afterAll(async () => {
  await pool.end();
  await database.drop();
});

async function stopAll() {
  await Promise.all(running.splice(0).map((jobs) => jobs.stop()));
}

let queues = 0;

/** A queue of its own, and a clock that is moved: far ahead, or the database's own would find its jobs due. */
function givenDaily(begin: string) {
  queues += 1;
  const queue: Queue<Occurrence> = { name: `daily-${queues}`, expireInSeconds: 60 };
  let instant = new Date(begin);
  const done: string[] = [];
  const handle = async (at: Date) => void done.push(at.toISOString());

  return {
    done,
    /** A process that does the work. */
    async start(time = morning, work: typeof handle = handle) {
      const jobs = await startJobs({
        databaseUrl: database.url,
        onError: (error) => errors.push(error),
        now: () => instant,
      });
      running.push(jobs);
      await jobs.daily(queue, time, work);
    },
    /** Moves the clocks of all processes; the database's stands, so that what is due by ours is made due by its own. */
    async moveTo(moved: string) {
      instant = new Date(moved);
      const due = 'update pgboss.job set start_after = now() where name = $1 and start_after <= $2';
      await pool.query(due, [queue.name, instant]);
    },
    /** The occurrences that wait, in order. */
    async waiting() {
      const { rows } = await pool.query<{ at: string }>(
        `select data ->> 'at' as at from pgboss.job where name = $1 and state < 'active' order by 1`,
        [queue.name],
      );
      return rows.map(({ at }) => at);
    },
  };
}

describe('Work of every day', () => {
  test('is done at its time, once over all processes, and promised for the next day', async () => {
    const daily = givenDaily('2090-03-24T12:00:00Z');
    await Promise.all([daily.start(), daily.start(), daily.start()]);
    expect(await daily.waiting()).toEqual(['2090-03-25T06:00:00.000Z']);

    await daily.moveTo('2090-03-25T06:00:05Z');

    await eventually(async () => expect(await daily.waiting()).toEqual(['2090-03-26T05:00:00.000Z']));
    await eventually(() => expect(daily.done).toEqual(['2090-03-25T06:00:00.000Z']));
    await daily.moveTo('2090-03-26T05:00:00Z');
    await eventually(async () => expect(await daily.waiting()).toEqual(['2090-03-27T05:00:00.000Z']));
    expect(daily.done).toEqual(['2090-03-25T06:00:00.000Z', '2090-03-26T05:00:00.000Z']);
  });

  test('is not done on the day on which it is first asked for, when its time is over', async () => {
    const daily = givenDaily('2090-06-01T05:00:01Z');

    await daily.start();

    expect(await daily.waiting()).toEqual(['2090-06-02T05:00:00.000Z']);
    expect(daily.done).toEqual([]);
  });

  test('is done at once where it is owed, once over all processes and starts of the day', async () => {
    const daily = givenDaily('2090-06-01T12:00:00Z');
    const owed = { ...morning, isOwedAtOnce: true };

    await Promise.all([daily.start(owed), daily.start(owed)]);
    await daily.moveTo('2090-06-01T12:00:01Z');
    await eventually(() => expect(daily.done).toEqual(['2090-06-01T05:00:00.000Z']));
    await stopAll();
    await daily.start(owed);
    expect(await daily.waiting()).toEqual(['2090-06-02T05:00:00.000Z']);

    await daily.moveTo('2090-06-02T05:00:01Z');
    await eventually(() =>
      expect(daily.done).toEqual(['2090-06-01T05:00:00.000Z', '2090-06-02T05:00:00.000Z']),
    );
  });

  test('is made up for by the process that comes after its time', async () => {
    const daily = givenDaily('2090-06-01T12:00:00Z');
    await daily.start();
    await stopAll();

    await daily.moveTo('2090-06-02T21:00:00Z');
    await daily.start();

    await eventually(() => expect(daily.done).toEqual(['2090-06-02T05:00:00.000Z']));
    expect(await daily.waiting()).toEqual(['2090-06-03T05:00:00.000Z']);
  });

  test('is made up for once when no process ran for days, as that of the last of them', async () => {
    const daily = givenDaily('2090-06-01T12:00:00Z');
    await daily.start();
    await stopAll();

    await daily.moveTo('2090-06-09T12:00:00Z');
    await daily.start();
    await eventually(async () => expect(await daily.waiting()).toContain('2090-06-09T05:00:00.000Z'));
    await daily.moveTo('2090-06-09T12:00:01Z');

    await eventually(() => expect(daily.done).toEqual(['2090-06-09T05:00:00.000Z']));
    expect(await daily.waiting()).toEqual(['2090-06-10T05:00:00.000Z']);
  });

  test('that fails is tried again, until the next day gives it up', async () => {
    const daily = givenDaily('2090-06-01T12:00:00Z');
    const tried: string[] = [];
    await daily.start(morning, async (at) => {
      tried.push(at.toISOString());
      if (tried.length < 3) throw new Error('no room');
    });
    const monday = '2090-06-02T05:00:00.000Z';

    await daily.moveTo('2090-06-02T05:00:01Z');
    await eventually(() => expect(tried).toEqual([monday, monday]));
    await daily.moveTo('2090-06-03T06:00:00Z');

    await eventually(() => expect(tried).toEqual([monday, monday, '2090-06-03T05:00:00.000Z']));
    await eventually(async () => expect(await daily.waiting()).toEqual(['2090-06-04T05:00:00.000Z']));
  });

  test('follows another time of day from the next start on', async () => {
    const daily = givenDaily('2090-06-01T12:00:00Z');
    await daily.start();
    await stopAll();
    const evening = { at: '18:30', timeZone: 'Europe/Paris' };

    await daily.start(evening);
    await daily.moveTo('2090-06-01T16:30:00Z');
    await eventually(() => expect(daily.done).toEqual(['2090-06-01T16:30:00.000Z']));
    // What is left over from the morning does nothing.
    await daily.moveTo('2090-06-02T05:00:00Z');

    await eventually(async () => expect(await daily.waiting()).toEqual(['2090-06-02T16:30:00.000Z']));
    expect(daily.done).toEqual(['2090-06-01T16:30:00.000Z']);
  });
});
