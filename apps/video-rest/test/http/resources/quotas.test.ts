import { readFile } from 'node:fs/promises';
import { startJobs } from '@campus/jobs';
import { eventually } from '@campus/testing';
import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type request from 'supertest';
import { measureQueue } from '../../../src/videos/measure-sources.ts';
import { givenUser } from '../../support/accounts.ts';
import { clip } from '../../support/clips.ts';
import { postType } from '../../support/post-resources.ts';
import { rawRequest } from '../../support/raw-request.ts';
import { type Person, useService } from '../../support/service.ts';
import { announcing, sendPiece, tus, tusBytes } from '../../support/tus.ts';
import { signedIn } from '../../support/visitor.ts';

const service = useService({ quotaUserBytes: 10_000_000, quotaUserVideos: 3 });
const small = useService({ quotaTotalVideos: 1, quotaTotalBytes: 1_000_000 });
let source: Buffer;
let larger: Buffer;
let typeUrl: string;
let person: Person;

beforeAll(async () => {
  [source, larger] = await Promise.all(
    ['tiny', 'landscape'].map(async (name) => readFile(await clip(name as 'tiny'))) as [
      Promise<Buffer>,
      Promise<Buffer>,
    ],
  );
  typeUrl = (await postType(service)).url;
});
beforeEach(async () => {
  person = await service.givenUser();
});

/** An upload of a small clip by a person, for themselves unless an owner is given. */
function upload(
  by: Person,
  { owner = by, type = typeUrl, content = source }: { owner?: Person; type?: string; content?: Buffer } = {},
): request.Test {
  const call = by.client.post('/rest/videos/').field('title', 'Algebra').field('type', type);
  return call.field('owner', owner.url).attach('video', content, 'lecture.mp4');
}

const replace = (by: Person, { slug }: { slug: string }, content: Buffer) =>
  by.client.patch(`/rest/videos/${slug}/`).attach('video', content, 'lecture.mp4');

const allow = (quotas: { quota_bytes?: number | null; quota_videos?: number | null }) =>
  service.staff.client.patch(new URL(person.url).pathname).send(quotas).expect(200);

async function usage(of: Person = person, by: Person = of) {
  const { body } = await by.client.get(new URL(of.url).pathname).expect(200);
  return body.usage;
}

describe('What an account uses', () => {
  test('is told to itself and to staff, beside what the instance allows', async () => {
    await upload(person).expect(201);

    const told = { bytes: { used: source.length, allowed: 10_000_000 }, videos: { used: 1, allowed: 3 } };
    expect(await usage()).toEqual(told);
    expect(await usage(person, service.staff)).toEqual(told);
  });

  test('is what an import writes of it: videos that are new, and those that are handed over', async () => {
    const other = await service.givenUser();
    const { body: first } = await upload(person).expect(201);
    const send = async (lines: object[]) => {
      const text = lines.map((line) => `${JSON.stringify({ resource: 'videos', ...line })}\n`).join('');
      const call = service.root.client.post('/rest/import/?write=lines');
      const { body } = await call.set('Content-Type', 'application/x-ndjson').send(text).expect(200);
      return body;
    };
    const video = { name: 'source-1.mp4', bytes: 1000, codecs: [], kind: 'video', duration: 60 };
    const line = { title: 'Algebra', type: typeUrl, main_lang: 'fr', video };
    const ofPerson = { ...line, owner: person.url };

    const report = await send([
      ofPerson,
      { ...ofPerson, type: '/rest/types/999999/' },
      { id: first.id, slug: first.slug, owner: other.url },
      { ...line, owner: other.url },
    ]);

    expect(report).toMatchObject({ created: 2, updated: 1, refused: 1 });
    expect(await usage()).toMatchObject({ bytes: { used: 1000 }, videos: { used: 1 } });
    expect(await usage(other)).toMatchObject({ bytes: { used: 1000 + source.length }, videos: { used: 2 } });
  });

  test('is the size of its sources as they are: replaced, removed, handed over', async () => {
    const other = await service.givenUser();
    const [first, second] = [await upload(person).expect(201), await upload(person).expect(201)];
    await replace(person, first.body, larger).expect(200);
    await service.staff.client
      .patch(`/rest/videos/${second.body.slug}/`)
      .send({ owner: other.url })
      .expect(200);

    expect(await usage()).toMatchObject({ bytes: { used: larger.length }, videos: { used: 1 } });
    expect(await usage(other)).toMatchObject({ bytes: { used: source.length }, videos: { used: 1 } });
    await person.client.delete(`/rest/videos/${first.body.slug}/`).expect(204);
    expect(await usage()).toMatchObject({ bytes: { used: 0 }, videos: { used: 0 } });
  });

  test('is charged to the owner, whoever uploads', async () => {
    const before = await usage(service.staff);

    await upload(service.staff, { owner: person }).expect(201);

    expect(await usage()).toMatchObject({ bytes: { used: source.length }, videos: { used: 1 } });
    expect(await usage(service.staff)).toEqual(before);
  });

  test('is allowed by staff alone, account by account; null is what the instance allows', async () => {
    const { body } = await allow({ quota_bytes: 5, quota_videos: 0 });
    expect(body.usage).toEqual({ bytes: { used: 0, allowed: 5 }, videos: { used: 0, allowed: 0 } });

    await allow({ quota_bytes: null, quota_videos: null });

    expect(await usage()).toMatchObject({ bytes: { allowed: 10_000_000 }, videos: { allowed: 3 } });
    await person.client
      .patch('/rest/users/me/')
      .send({ quota_bytes: 2 ** 40 })
      .expect(403);
    await service.staff.client.patch(new URL(person.url).pathname).send({ quota_bytes: -1 }).expect(400);
  });
});

describe('Without room, an upload', () => {
  test('is refused with 413, what is used and what is allowed', async () => {
    await upload(person).expect(201);
    await allow({ quota_bytes: source.length + 1 });

    const { body } = await upload(person).expect(413);

    const size = Math.round(source.length / 1000);
    expect(body.detail).toBe(
      `There is no room for this file: the sources of ${person.username} take ${size} kB of ${size} kB. Remove videos, or ask staff for more room.`,
    );
    expect(await usage()).toMatchObject({ videos: { used: 1 } });
  });

  test('is refused before its body is sent, by its length alone', async () => {
    const head = [
      'POST /rest/videos/ HTTP/1.1',
      'Host: x',
      `Authorization: Token ${person.token}`,
      'Content-Type: multipart/form-data; boundary=b',
      'Content-Length: 20000000',
    ];

    const { status, body } = await rawRequest(service.url, `${head.join('\r\n')}\r\n\r\n`);

    expect([status, JSON.parse(body).detail]).toEqual([
      413,
      expect.stringContaining(`the sources of ${person.username} take 0 byte of 10 MB`),
    ]);
  });

  test('is refused with 403 before its body is sent where there may be no other video', async () => {
    await allow({ quota_videos: 0 });
    const head = ['POST /rest/videos/ HTTP/1.1', 'Host: x', `Authorization: Token ${person.token}`];
    const type = ['Content-Type: multipart/form-data; boundary=b', 'Transfer-Encoding: chunked'];

    const { status, body } = await rawRequest(service.url, `${[...head, ...type].join('\r\n')}\r\n\r\n`);

    expect([status, JSON.parse(body).detail]).toEqual([
      403,
      `${person.username} has 0 of 0 videos. Remove one, or ask staff for more.`,
    ]);
  });

  test('by staff for somebody is refused likewise, though only the fields tell for whom', async () => {
    await allow({ quota_bytes: 1 });

    await upload(service.staff, { owner: person }).expect(413);

    expect(await usage()).toMatchObject({ videos: { used: 0 } });
  });

  test.each([['bytes'], ['videos']])(
    'that arrives beside others at once is refused when they have used up the %s',
    async (what) => {
      await allow(what === 'bytes' ? { quota_bytes: 2 * source.length + 1 } : { quota_videos: 2 });

      const answers = await Promise.all(Array.from({ length: 5 }, () => upload(person)));

      const statuses = answers.map(({ status }) => status).toSorted();
      expect(statuses.slice(0, 2)).toEqual([201, 201]);
      expect(new Set(statuses.slice(2))).toEqual(new Set([what === 'bytes' ? 413 : 403]));
      expect(await usage()).toMatchObject({ bytes: { used: 2 * source.length }, videos: { used: 2 } });
    },
  );

  test('takes the place of a source that is not smaller, and no larger one does', async () => {
    const { body } = await upload(person, { content: larger }).expect(201);
    await allow({ quota_bytes: 1, quota_videos: 0 });

    await replace(person, body, source).expect(200);

    await replace(person, body, larger).expect(413);
    expect(await usage()).toMatchObject({ bytes: { used: source.length } });
  });

  test('is refused by what all have together, too', async () => {
    const [ada, { url: type }] = [small.ada, await postType(small)];
    await upload(ada, { type }).expect(201);

    const { body } = await upload(small.root, { type }).expect(403);

    expect(body.detail).toBe('There are 1 of 1 videos in all. Tell the operator.');
  });
});

describe('An upload in pieces', () => {
  /** Without a byte: room is asked for by what it announces. */
  const open = (by: Person, size: number, texts: Record<string, string> = {}) =>
    by.client
      .post('/rest/uploads/')
      .set(announcing(size, { title: 'Algebra', type: typeUrl, owner: by.url, ...texts }));
  const pathOf = ({ headers }: request.Response) => new URL(String(headers.location)).pathname;
  const sendPart = (by: Person, content: Buffer) =>
    by.client
      .post('/rest/uploads/')
      .set({ ...tusBytes, 'Upload-Length': String(content.length), 'Upload-Concat': 'partial' })
      .send(content);

  test.each([
    ['bytes', { quota_bytes: 1_500_000 }, 413, 'take 1 MB of 1.5 MB. Remove videos'],
    ['videos', { quota_videos: 1 }, 403, 'has 1 of 1 videos. Remove one'],
  ])('takes its %s when it begins: of eight at once one has room', async (_what, quotas, status, said) => {
    await allow(quotas);

    const answers = await Promise.all(Array.from({ length: 8 }, () => open(person, 1_000_000)));

    const refused = answers.filter((answer) => answer.status === status);
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1);
    expect(refused).toHaveLength(7);
    expect(refused.map(({ body }) => body.detail)).toEqual(Array(7).fill(expect.stringContaining(said)));
    expect(await usage()).toMatchObject({ bytes: { used: 1_000_000 }, videos: { used: 1 } });
  });

  test('gives back what it takes when it ends, and counts once when it is a video', async () => {
    await allow({ quota_bytes: source.length, quota_videos: 1 });
    const given = pathOf(await open(person, source.length).expect(201));
    await person.client.delete(given).set(tus).expect(204);
    expect(await usage()).toMatchObject({ bytes: { used: 0 }, videos: { used: 0 } });

    const path = pathOf(await open(person, source.length).expect(201));
    await sendPiece(person.client, path, { bytes: source }).expect(204);

    expect(await usage()).toMatchObject({ bytes: { used: source.length }, videos: { used: 1 } });
  });

  test('that replaces a source takes what it is larger by, and no video', async () => {
    const { body } = await upload(person).expect(201);
    await allow({ quota_bytes: source.length + 10, quota_videos: 1 });
    const video = String(body.url);

    await open(person, source.length + 11, { video }).expect(413);
    await open(person, source.length + 10, { video }).expect(201);

    expect(await usage()).toMatchObject({ bytes: { used: source.length + 10 }, videos: { used: 1 } });
  });

  test('that is joined takes no more than its parts did', async () => {
    await allow({ quota_bytes: source.length, quota_videos: 1 });
    const parts = [await sendPart(person, source.subarray(0, 1000)).expect(201)];
    parts.push(await sendPart(person, source.subarray(1000)).expect(201));
    await sendPart(person, Buffer.from('x')).expect(413);

    await open(person, 0)
      .unset('Upload-Length')
      .set('Upload-Concat', `final;${parts.map(pathOf).join(' ')}`)
      .expect(201);

    expect(await usage()).toMatchObject({ bytes: { used: source.length }, videos: { used: 1 } });
  });

  test('by staff takes the room of the owner that it names', async () => {
    await allow({ quota_bytes: 1 });

    await open(service.staff, 2, { owner: person.url }).expect(413);
    await open(service.staff, 1, { owner: person.url }).expect(201);

    expect(await usage()).toMatchObject({ bytes: { used: 1 }, videos: { used: 1 } });
  });
});

test('The page of their videos shows people what they use, and the bar of what they may', async () => {
  const user = await givenUser(service.db);
  await service.sql.query('update users set quota_bytes = 4000000, source_bytes = 1000000 where id = $1', [
    user.id,
  ]);

  const { page } = await (await signedIn(service, user)).get('/video/');

  expect(page.text).toContain('Your sources take 1 MB of 4 MB.');
  expect(page.text).toContain('Your videos: 0 of 3.');
  const bars = page.all('progressbar').map((bar) => [bar.attribute('value'), bar.attribute('max')]);
  expect(bars).toEqual([
    ['1000000', '4000000'],
    ['0', '3'],
  ]);
});

test('A video is not given to somebody who has no room for it', async () => {
  const { body } = await upload(service.staff).expect(201);
  await allow({ quota_bytes: 10 });

  const refused = await service.staff.client.patch(`/rest/videos/${body.slug}/`).send({ owner: person.url });

  expect([refused.status, refused.body]).toEqual([
    400,
    { owner: [expect.stringContaining(`the sources of ${person.username} take 0 byte of 10 byte`)] },
  ]);
});

test('Sources that a version before has added are measured, and count then', async () => {
  const { body } = await upload(person).expect(201);
  await service.sql.query('update videos set source_bytes = null where id = $1', [body.id]);
  expect(await usage()).toMatchObject({ bytes: { used: 0 } });
  const jobs = await startJobs({ databaseUrl: service.databaseUrl, onError: () => {} });

  // As a process that starts does.
  await jobs.send(service.db.prisma, measureQueue, {}, { group: 'all' });

  await eventually(async () => expect(await usage()).toMatchObject({ bytes: { used: source.length } }));
  await jobs.stop();
});

describe('An import', () => {
  const imported = (by: Person, line: object) =>
    by.client
      .post('/rest/import/')
      .set('Content-Type', 'application/x-ndjson')
      .send(JSON.stringify({ resource: 'videos', ...line }));

  test('in the name of a superuser is refused by no quota, and counts for the owner from then on', async () => {
    await allow({ quota_bytes: 1_000, quota_videos: 1 });
    const { body: video } = await upload(await service.givenUser()).expect(201);
    const { text } = await service.root.client
      .get(`/rest/export/?resource=videos&id=${video.id}`)
      .buffer(true)
      .expect(200);
    const { slug: _slug, ...line } = JSON.parse(text);
    const file = { ...line.video, bytes: 5_000 };

    for (const id of [800_001, 800_002])
      await imported(service.root, { ...line, id, owner: person.url, video: file }).expect(200);

    expect(await usage()).toEqual({
      bytes: { used: 10_000, allowed: 1_000 },
      videos: { used: 2, allowed: 1 },
    });
    const { status } = await upload(person);
    expect([403, 413]).toContain(status);
  });

  test('by staff gives no video to an owner without room for it, as a form does not', async () => {
    const { body: video } = await upload(await service.givenUser()).expect(201);
    await allow({ quota_videos: 0 });
    const { client } = service.staff;
    const sent = await client.patch(new URL(video.url).pathname).send({ owner: person.url }).expect(400);

    const { body } = await imported(service.staff, { id: video.id, owner: person.url });

    expect(body.problems).toMatchObject([{ line: 1, field: 'owner', message: sent.body.owner[0] }]);
  });
});
