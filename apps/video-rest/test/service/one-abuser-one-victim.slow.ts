/** One caller does its worst; another, who does what everybody does, must hardly notice. */
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { hashPassword, serviceItself } from '@campus/accounts';
import { createTestDatabase, eventually } from '@campus/testing';
import {
  abuse,
  compareVictim,
  type MemoryWatch,
  type TimedRequest,
  watchMemory,
} from '@campus/testing/abuse';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createToken } from '../../src/accounts/tokens.ts';
import { type Database, openDatabase } from '../../src/data/open-database.ts';
import { basic } from '../support/accounts.ts';
import { clip } from '../support/clips.ts';
import { givenBroadcaster, givenType, givenVideo } from '../support/given-records.ts';
import { makeDataDir, type ServiceProcess, startServiceProcess } from '../support/service-process.ts';
import { signedIn, type Visitor } from '../support/visitor.ts';

/** How many times as long the slowest hundredth of a victim's answers may take. */
const harmless = 10;
const rootPassword = 'root-password-of-abuse';
const password = 'open sesame to lecture';

const closing: (() => Promise<unknown>)[] = [];
let service: ServiceProcess;
let db: Database;
let memory: MemoryWatch;
let root: { Authorization: string };
/** The switch of a broadcaster, as a streaming server flips it. */
let hook: TimedRequest;

beforeAll(async () => {
  const database = await createTestDatabase('video-rest');
  closing.push(() => database.drop());
  db = openDatabase(database.url, () => {});
  closing.push(() => db.close());
  const { dataDir, remove } = await makeDataDir();
  closing.push(remove);
  service = await startServiceProcess({
    databaseUrl: database.url,
    dataDir,
    rootPassword,
    env: { PATH: process.env.PATH ?? '', ENCODE_CONCURRENCY: '1', ENCODE_THREADS: '2' },
  });
  closing.push(() => service.kill('SIGTERM'));
  memory = watchMemory(service.child.pid ?? 0);
  const { key } = await createToken(db, { username: 'root', label: 'abuse', by: serviceItself });
  root = { Authorization: `Token ${key}` };
  const { slug } = await givenBroadcaster(db);
  hook = {
    url: `${service.url}/rest/broadcasters/${slug}/`,
    method: 'PATCH',
    headers: { ...root, 'Content-Type': 'application/json' },
    body: '{"status": true}',
  };
});

afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

/**
 * People with a right to switch broadcasters, whose passwords cost what they cost in production; each was right at the
 * address of its index some day before.
 */
async function givenStaff(count: number): Promise<string[]> {
  const passwordHash = await hashPassword(password);
  const names: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const username = `staff-${index}-${randomBytes(4).toString('hex')}`;
    const { id } = await db.prisma.user.create({ data: { username, passwordHash, isStaff: true } });
    await db.prisma.knownClient.create({ data: { accountId: id, client: addressOf(index) } });
    names.push(username);
  }
  return names;
}

const addressOf = (index: number) => `192.0.2.${index + 1}`;

/** The hook by Basic, each time by somebody whose password is not remembered. */
const hooksOf = (names: string[]): TimedRequest[] =>
  names.map((name, index) => ({
    ...hook,
    headers: {
      'Content-Type': 'application/json',
      Authorization: basic(name, password),
      'X-Forwarded-For': addressOf(index),
    },
  }));

/** The status of one request, its answer read to the end. */
async function statusOf(path: string, options: RequestInit = {}): Promise<number> {
  const answer = await fetch(`${service.url}${path}`, { ...options, signal: AbortSignal.timeout(60_000) });
  await answer.arrayBuffer();
  return answer.status;
}

type Upload = { id: number; slug: string };

/** Videos of a new owner, whose sources are on disk. */
async function givenUploads(count: number): Promise<Upload[]> {
  const source = await readFile(await clip('fullHd'));
  const { id: typeId } = await givenType(db);
  const owner = await db.prisma.user.create({
    data: { username: `owner-${randomBytes(4).toString('hex')}` },
  });
  const uploads: Upload[] = [];
  for (let index = 0; index < count; index += 1) {
    const body = new FormData();
    body.set('title', `Lecture ${index}`);
    body.set('owner', `${service.url}/rest/users/${owner.id}/`);
    body.set('type', `${service.url}/rest/types/${typeId}/`);
    body.set('video', new Blob([source]), 'lecture.mp4');
    const answer = await fetch(`${service.url}/rest/videos/`, { method: 'POST', headers: root, body });
    expect(answer.status).toBe(201);
    uploads.push((await answer.json()) as Upload);
  }
  return uploads;
}

/** Asks for an encoding of each. @returns how many were taken */
async function launchAll(uploads: Upload[]): Promise<number> {
  let taken = 0;
  for (const { slug } of uploads)
    if ((await statusOf(`/rest/launch_encode_view/?slug=${slug}`, { headers: root })) === 200) taken += 1;
  return taken;
}

describe('one abuser, one victim', () => {
  test('Wrong passwords from many addresses do not keep others out', async () => {
    const { ratio, abused } = await compareVictim({
      name: 'wrong passwords',
      requests: hooksOf(await givenStaff(60)),
      begin: () =>
        abuse(
          (turn) =>
            statusOf('/rest/users/', {
              headers: {
                Authorization: basic(`nobody-${turn}`, 'wrong'),
                'X-Forwarded-For': `198.51.100.${turn % 250}`,
              },
            }),
          { atOnce: 24 },
        ),
    });

    expect(abused.statuses).toEqual({ 200: abused.count });
    expect(ratio).toBeLessThan(harmless);
  });

  test('Somebody who changes a password again and again does not keep others out', async () => {
    const plain = await db.prisma.user.create({ data: { username: 'plain' } });
    const { key } = await createToken(db, { username: 'plain', label: 'abuse', by: serviceItself });

    const { ratio, abused } = await compareVictim({
      name: 'password changes',
      requests: hooksOf(await givenStaff(60)),
      begin: () =>
        abuse(
          (turn) =>
            statusOf(`/rest/users/${plain.id}/`, {
              method: 'PATCH',
              headers: { Authorization: `Token ${key}`, 'Content-Type': 'application/json' },
              body: JSON.stringify({ password: `one of many passwords ${turn}` }),
            }),
          { atOnce: 24 },
        ),
    });

    expect(abused.statuses).toEqual({ 200: abused.count });
    expect(ratio).toBeLessThan(harmless);
  });

  test('Files that cost much to look at do not delay who switches a broadcaster', async () => {
    const { id: typeId } = await givenType(db);
    const heavy = await readFile(await clip('tooManyPixels'));
    const form = () => {
      const body = new FormData();
      body.set('title', 'Heavy');
      body.set('owner', `${service.url}/rest/users/1/`);
      body.set('type', `${service.url}/rest/types/${typeId}/`);
      body.set('video', new Blob([heavy]), 'heavy.mkv');
      return body;
    };

    const { ratio, abused, abuser } = await compareVictim({
      name: 'heavy files',
      requests: [hook],
      begin: () =>
        abuse(() => statusOf('/rest/videos/', { method: 'POST', headers: root, body: form() }), {
          atOnce: 16,
        }),
    });

    expect(abused.statuses).toEqual({ 200: abused.count });
    expect(Object.keys(abuser).every((status) => ['400', '429', '503'].includes(status))).toBe(true);
    expect(ratio).toBeLessThan(harmless);
  });

  test('Slow readers of the largest pages do not delay others, and are not held in memory', async () => {
    const { id: ownerId } = await db.prisma.user.findFirstOrThrow({ where: { username: 'root' } });
    for (let index = 0; index < 120; index += 1) {
      const { id } = await givenVideo(db, { ownerId, title: `Long ${index}` });
      await db.prisma.video.update({ where: { id }, data: { description: 'é'.repeat(100_000) } });
    }
    const { hostname, port } = new URL(service.url);

    const { ratio, abused } = await compareVictim({
      name: 'slow readers',
      requests: [hook],
      begin() {
        const sockets = Array.from({ length: 8 }, (_, index) => {
          const socket = connect({ host: hostname, port: Number(port) });
          socket.on('error', () => {});
          const path = index % 2 === 0 ? '/rest/videos/?page_size=1000' : '/rest/dublincore/';
          socket.write(
            `GET ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAuthorization: ${root.Authorization}\r\n\r\n`,
          );
          socket.pause();
          return socket;
        });
        return async () => {
          for (const socket of sockets) socket.destroy();
          return { sockets: sockets.length };
        };
      },
    });

    expect(abused.statuses).toEqual({ 200: abused.count });
    expect(ratio).toBeLessThan(harmless);
  });

  test('Searches for what is everywhere do not delay who switches a broadcaster', async () => {
    const words = Array.from({ length: 20 }, () => 'long').join('%20');

    const { ratio, abused } = await compareVictim({
      name: 'search',
      requests: [hook],
      begin: () => abuse(() => statusOf(`/rest/videos/?search=${words}`, { headers: root }), { atOnce: 10 }),
    });

    expect(abused.statuses).toEqual({ 200: abused.count });
    expect(ratio).toBeLessThan(harmless);
  });

  test('Sixty open pages that follow do not delay who switches a broadcaster', async () => {
    const staff = await givenStaff(10);
    await db.prisma.user.updateMany({ where: { username: { in: staff } }, data: { isSuperuser: true } });
    const people: Visitor[] = [];
    for (const username of staff) people.push(await signedIn(service, { username, password }));

    const { ratio, abused, abuser } = await compareVictim({
      name: 'live pages',
      requests: [hook],
      begin() {
        const watching = new AbortController();
        const streams = people.flatMap((person) =>
          Array.from({ length: 6 }, async () => {
            const answer = await person.open('/admin/encodings/live/', {
              headers: { Accept: 'text/event-stream' },
              signal: watching.signal,
            });
            for await (const _ of answer.body ?? []);
          }),
        );
        const ends = Promise.allSettled(streams);
        return async () => {
          watching.abort();
          const outcomes = await ends;
          return {
            ended: outcomes.filter(({ status }) => status === 'fulfilled').length,
            streams: streams.length,
          };
        };
      },
    });

    expect(abused.statuses).toEqual({ 200: abused.count });
    expect(abuser.ended).toBe(0);
    expect(ratio).toBeLessThan(harmless);
  });

  test('One with many videos to encode delays neither who switches a broadcaster nor the video of another', async () => {
    const busy = await givenUploads(6);
    const other = await givenUploads(1);

    const { ratio, abused, abuser } = await compareVictim({
      name: 'encodings',
      requests: [hook],
      begin() {
        const launching = launchAll([...busy, ...other]);
        return async () => ({ launched: await launching });
      },
    });

    expect(abused.statuses).toEqual({ 200: abused.count });
    expect(abuser).toEqual({ launched: 7 });
    expect(ratio).toBeLessThan(harmless);
    const done = {
      where: { state: 'done', videoId: { in: [...busy, ...other].map(({ id }) => id) } },
    } as const;
    await eventually(async () => expect(await db.prisma.encoding.count(done)).toBe(7));
    const inTheirOrder = await db.prisma.encoding.findMany({ ...done, orderBy: { finishedAt: 'asc' } });
    // Behind the one that was at work already, and one more of the busy owner's.
    expect(inTheirOrder.findIndex(({ videoId }) => videoId === other[0]?.id)).toBeLessThanOrEqual(2);
  });

  test('Through all of it, every process stays below its bound of memory', async () => {
    const peaks = await memory.stop();

    process.stdout.write(`memory (VmHWM, MiB): ${JSON.stringify(peaks)}\n`);
    expect(peaks['main.ts']).toBeLessThan(1024);
    expect(peaks.ffprobe).toBeLessThan(1024);
    expect(peaks.ffmpeg).toBeLessThan(1024);
  });
});
