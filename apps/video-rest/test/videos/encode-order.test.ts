import { createTestDatabase, type TestDatabase } from '@campus/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type ClaimedEncoding, claimEncoding, type Hold } from '../../src/data/encoding-queue.ts';
import { splitEncoding } from '../../src/data/encoding-tasks.ts';
import { addEncoding, failEncoding, findEncodingQueue, requeueEncoding } from '../../src/data/encodings.ts';
import { type Database, openDatabase } from '../../src/data/open-database.ts';
import { type EncodingPriority, encodingPriorities } from '../../src/domain/encoding-states.ts';
import type { SplitPlan } from '../../src/ffmpeg/split-plan.ts';
import { runColumns } from '../../src/videos/run-failure.ts';
import { givenVideo, newName } from '../support/given-records.ts';

let database: TestDatabase;
let db: Database;
let lastTicket = 0;

beforeAll(async () => {
  database = await createTestDatabase('video-rest');
  db = openDatabase(database.url, () => undefined);
});
afterAll(async () => {
  await db.close();
  await database.drop();
});
beforeEach(() => cancelAll());

async function cancelAll(): Promise<void> {
  await db.prisma.encoding.updateMany({
    where: { state: { in: ['queued', 'running'] } },
    data: { state: 'cancelled', finishedAt: new Date() },
  });
}

async function givenOwner(): Promise<{ id: number }> {
  return db.prisma.user.create({ data: { username: newName('owner') } });
}

/** A run that is asked for, of a video of its own. */
async function givenQueued(owner: { id: number }, priority?: EncodingPriority): Promise<number> {
  const video = await givenVideo(db, { ownerId: owner.id });
  return addEncoding(db.prisma, video.id, { priority });
}

async function givenManyQueued(owner: { id: number }, count: number): Promise<number[]> {
  const ids: number[] = [];
  while (ids.length < count) ids.push(await givenQueued(owner));
  return ids;
}

function newTicket(): number {
  lastTicket += 1;
  return lastTicket;
}

const claim = (wanted: { ticket: number; runningPerOwner: number }) =>
  db.prisma.$transaction((tx) => claimEncoding(tx, { now: new Date(), undecodable: [], ...wanted }));

/** What a worker does with the next job that it is given. */
async function take(ticket = newTicket(), runningPerOwner = 0): Promise<Hold | null> {
  return (await claim({ ticket, runningPerOwner }))?.hold ?? null;
}

const takeUp = (runningPerOwner = 0): Promise<ClaimedEncoding | null> =>
  claim({ ticket: newTicket(), runningPerOwner });

async function splitIntoPieces(hold: Hold | null, count: number): Promise<void> {
  const tasks = Array(count).fill({ kind: 'piece', piece: null, weight: 1 });
  await splitEncoding(db.prisma, hold as Hold, { plan: {} as SplitPlan, tasks });
}

const end = (hold: Hold | null) =>
  failEncoding(db.prisma, hold as Hold, {
    ...runColumns({ code: 'encoder_failed' }),
    attempts: 1,
    now: new Date(),
  });

/** The ids of the runs, one worker doing one after another. */
async function takeAll(): Promise<number[]> {
  const order: number[] = [];
  for (let hold = await take(); hold !== null; hold = await take()) {
    order.push(hold.id);
    await end(hold);
  }
  return order;
}

test('Given many runs of one owner, When others ask for some, Then they take turns', async () => {
  const [ada, eve, bob] = [await givenOwner(), await givenOwner(), await givenOwner()];
  const [a1 = 0, a2 = 0, a3 = 0, a4 = 0] = await givenManyQueued(ada, 4);
  const [e1 = 0, e2 = 0] = await givenManyQueued(eve, 2);
  const b1 = await givenQueued(bob);

  expect(await takeAll()).toEqual([a1, e1, b1, a2, e2, a3, a4]);
});

test('Given an owner at work, When workers are free, Then those with less at work come first', async () => {
  const [ada, eve] = [await givenOwner(), await givenOwner()];
  const [a1, a2, a3, a4] = await givenManyQueued(ada, 4);
  const taken = [await take(), await take()];
  const [e1, e2, e3] = await givenManyQueued(eve, 3);

  taken.push(await take(), await take(), await take());

  expect(taken.map((hold) => hold?.id)).toEqual([a1, a2, e1, e2, a3]);
  const queue = await findEncodingQueue(db.prisma, { limit: 50, runningPerOwner: 0 });
  expect(queue.map(({ state }) => state)).toEqual([...Array(5).fill('running'), 'queued', 'queued']);
  expect(queue.slice(5).map(({ id }) => id)).toEqual([e3, a4]);
});

test('Given priorities, When workers are free, Then the highest comes first, whosever it is, and the lowest last', async () => {
  const [ada, eve] = [await givenOwner(), await givenOwner()];
  const [a1, a2] = await givenManyQueued(ada, 2);
  const [aLow, aHigh] = [await givenQueued(ada, 'low'), await givenQueued(ada, 'high')];
  const e1 = await givenQueued(eve);
  const eHigh = await givenQueued(eve, 'high');

  expect(await takeAll()).toEqual([aHigh, eHigh, a1, e1, a2, aLow]);
});

test('Given a limit, When an owner has as many at work, Then another is taken up, or none until one of them ends', async () => {
  const [ada, eve] = [await givenOwner(), await givenOwner()];
  const [a1, a2] = await givenManyQueued(ada, 3);
  const aHigh = await givenQueued(ada, 'high');
  const e1 = await givenQueued(eve);
  const takeLimited = async () => take(newTicket(), 2);

  const taken = [await takeLimited(), await takeLimited(), await takeLimited()];

  expect(taken.map((hold) => hold?.id)).toEqual([aHigh, e1, a1]);
  expect(await takeLimited()).toBeNull();
  await end(taken[0] ?? null);
  expect((await takeLimited())?.id).toBe(a2);
  expect(await takeLimited()).toBeNull();
});

test('Given a long video whose tasks keep all workers busy, When others ask, Then the next free workers are theirs, until each has as much at work', async () => {
  const [ada, eve] = [await givenOwner(), await givenOwner()];
  const lecture = await givenQueued(ada);
  await splitIntoPieces(await take(), 8);
  const taken = [await takeUp(), await takeUp(), await takeUp()];
  const [e1, e2, e3] = await givenManyQueued(eve, 4);

  while (taken.length < 7) taken.push(await takeUp());

  expect(taken.map((unit) => [unit?.encodingId, unit?.task?.kind])).toEqual([
    ...Array(3).fill([lecture, 'piece']),
    ...[e1, e2, e3].map((id) => [id, undefined]),
    [lecture, 'piece'],
  ]);
});

test('Given a limit, When a long video is encoded in pieces, Then each that is at work counts, and the video itself does not', async () => {
  const [ada, eve] = [await givenOwner(), await givenOwner()];
  const lecture = await givenQueued(ada);
  await splitIntoPieces(await take(), 8);
  const e1 = await givenQueued(eve);

  const taken = [await takeUp(2), await takeUp(2), await takeUp(2), await takeUp(2)];

  const ids = taken.map((unit) => unit?.encodingId);
  expect(ids.toSorted()).toEqual([lecture, lecture, e1, undefined]);
  expect(ids[3]).toBeUndefined();
});

test('Given a video that was handed over, When it waits, Then it counts for whom it belongs to now', async () => {
  const [ada, eve] = [await givenOwner(), await givenOwner()];
  const [a1, a2, a3] = await givenManyQueued(ada, 3);
  const { videoId } = await db.prisma.encoding.findUniqueOrThrow({ where: { id: a3 as number } });
  await db.prisma.video.update({ where: { id: videoId }, data: { ownerId: eve.id } });

  expect(await takeAll()).toEqual([a1, a3, a2]);
});

test('Whatever was taken up before, Then the page of the queue has the order in which it is taken up', async () => {
  const asked = fc.record({
    owner: fc.integer({ min: 0, max: 2 }),
    priority: fc.constantFrom('low', 'normal', 'high'),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(asked, { minLength: 1, maxLength: 8 }),
      fc.integer({ min: 0, max: 2 }),
      async (asks, runningPerOwner) => {
        await cancelAll();
        const owners = [await givenOwner(), await givenOwner(), await givenOwner()];
        for (const { owner, priority } of asks) await givenQueued(owners[owner] as { id: number }, priority);

        await take();
        const queue = await findEncodingQueue(db.prisma, { limit: 50, runningPerOwner });
        const next = queue.find(({ state }) => state === 'queued');
        const taken = await take(newTicket(), runningPerOwner);

        const isHeld = taken === null && runningPerOwner > 0;
        expect(isHeld ? undefined : taken?.id).toBe(isHeld ? undefined : next?.id);
      },
    ),
    { numRuns: 15 },
  );
});

test('Whoever asks for how much, Then owners with something left are taken up equally often: nobody starves, and a single comes before the second of others', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 2, maxLength: 12 }),
      async (asks) => {
        await cancelAll();
        const owners = [await givenOwner(), await givenOwner(), await givenOwner(), await givenOwner()];
        const ownerOf = new Map<number, number>();
        for (const owner of asks) ownerOf.set(await givenQueued(owners[owner] as { id: number }), owner);

        const order = (await takeAll()).map((id) => Number(ownerOf.get(id)));

        const countOf = (owner: number, among: number[]) => among.filter((one) => one === owner).length;
        for (const [taken] of order.entries()) {
          const before = order.slice(0, taken);
          const left = [0, 1, 2, 3].filter((owner) => countOf(owner, before) < countOf(owner, asks));
          const counts = left.map((owner) => countOf(owner, before));
          expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
        }
      },
    ),
    { numRuns: 8 },
  );
});

test('Whatever is asked for and ends meanwhile, Then each taking up holds the limit, the priorities and the turns', async () => {
  const step = fc.oneof(
    fc.record({ owner: fc.integer({ min: 0, max: 2 }), priority: fc.constantFrom(...encodingPriorities) }),
    fc.constantFrom('take' as const, 'take' as const, 'end' as const),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 4, maxLength: 14 }),
      fc.integer({ min: 0, max: 2 }),
      async (steps, runningPerOwner) => {
        await cancelAll();
        const owners = [await givenOwner(), await givenOwner(), await givenOwner()];
        let waiting: { id: number; owner: number; rank: number }[] = [];
        const atWork: { hold: Hold; owner: number }[] = [];
        const runsOf = (owner: number) => atWork.filter((one) => one.owner === owner).length;
        for (const what of steps) {
          if (typeof what === 'object') {
            const id = await givenQueued(owners[what.owner] as { id: number }, what.priority);
            waiting.push({ id, owner: what.owner, rank: encodingPriorities.indexOf(what.priority) });
          } else if (what === 'end') {
            const ended = atWork.shift();
            if (ended !== undefined) await end(ended.hold);
          } else {
            const may = waiting.filter(
              ({ owner }) => runningPerOwner === 0 || runsOf(owner) < runningPerOwner,
            );
            const rank = Math.max(...may.map((one) => one.rank));
            const first = may.filter((one) => one.rank === rank);
            const least = Math.min(...first.map(({ owner }) => runsOf(owner)));
            const best = first.filter(({ owner }) => runsOf(owner) === least);

            const hold = await take(newTicket(), runningPerOwner);

            const taken = best.find(({ id }) => id === hold?.id);
            expect(taken?.id).toBe(hold?.id);
            expect(hold === null).toBe(may.length === 0);
            if (hold === null || taken === undefined) continue;
            expect(taken).toBe(best.find(({ owner }) => owner === taken.owner));
            waiting = waiting.filter((one) => one !== taken);
            atWork.push({ hold, owner: taken.owner });
          }
        }
      },
    ),
    { numRuns: 12 },
  );
});

test('Given a worker that was lost, When its job comes again, Then it has the same run, at the next attempt', async () => {
  const ada = await givenOwner();
  const [first, second] = await givenManyQueued(ada, 2);
  const ticket = newTicket();
  const lost = await take(ticket);

  const again = await claim({ ticket, runningPerOwner: 0 });

  expect(lost).toEqual({ id: first, claim: 1 });
  expect(again).toMatchObject({ hold: { id: first, claim: 2 }, attempt: 2 });
  expect((await take())?.id).toBe(second);
});

test('Given a run at work from before there were tickets, When its own job comes again, Then it is taken up', async () => {
  const ada = await givenOwner();
  const [first = 0] = await givenManyQueued(ada, 2);
  await db.prisma.encoding.update({
    where: { id: first },
    data: { state: 'running', claims: 1, attempts: 1 },
  });

  expect(await take(first)).toEqual({ id: first, claim: 2 });
});

test('Given a run that was handed back, When any job comes, Then it is free for it', async () => {
  const ada = await givenOwner();
  const first = await givenQueued(ada);
  await requeueEncoding(db.prisma, (await take()) as Hold, null);

  expect(await take()).toEqual({ id: first, claim: 2 });
  expect(await take()).toBeNull();
});

test('Given many workers that ask at once, Then each run is taken up by one of them', async () => {
  const [ada, eve] = [await givenOwner(), await givenOwner()];
  const asked = [...(await givenManyQueued(ada, 4)), ...(await givenManyQueued(eve, 4))];

  const taken = await Promise.all(Array.from({ length: 12 }, () => take()));

  const ids = taken.flatMap((hold) => (hold === null ? [] : [hold.id]));
  expect(ids.toSorted((one, other) => one - other)).toEqual(asked);
});
