import { readFile } from 'node:fs/promises';
import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type request from 'supertest';
import { clip } from '../../support/clips.ts';
import { postType } from '../../support/post-resources.ts';
import { rawRequest } from '../../support/raw-request.ts';
import { type Person, useService } from '../../support/service.ts';

const service = useService();
let source: Buffer;
let typeUrl: string;
let person: Person;

beforeAll(async () => {
  source = await readFile(await clip('tiny'));
  typeUrl = (await postType(service)).url;
});
beforeEach(async () => {
  person = await service.givenUser();
});

/** An upload under a key. */
function upload(
  key: string,
  {
    by = person,
    fields = {},
    content = source,
  }: { by?: Person; fields?: Record<string, string>; content?: Buffer } = {},
): request.Test {
  const call = by.client.post('/rest/videos/').set('Idempotency-Key', key);
  const all = { owner: by.url, type: typeUrl, title: 'Algebra', ...fields };
  for (const [name, value] of Object.entries(all)) call.field(name, value);
  return call.attach('video', content, 'lecture.mp4');
}

const videosOf = ({ id }: Person) => service.db.prisma.video.count({ where: { ownerId: id } });

describe('An upload with an Idempotency-Key', () => {
  test('Given one that was answered, When it is sent again, Then it is answered with the same video, and there is one', async () => {
    const fields = { password: 'open sesame', tags: 'algebra' };
    const first = await upload('a', { fields }).expect(201);

    const second = await upload('a', { fields }).expect(201);

    expect(second.body).toEqual({ ...first.body, video: expect.any(String) });
    expect(second.headers.location).toBe(first.headers.location);
    expect(await videosOf(person)).toBe(1);
  });

  test('Given five at once, When all are answered, Then it is one video', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => upload('b')));

    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(await videosOf(person)).toBe(1);
  });

  test.each<[string, { fields?: Record<string, string>; cut?: boolean }]>([
    ['field', { fields: { title: 'Geometry' } }],
    ['field that is not shown', { fields: { password: 'another' } }],
    ['file of the same length', { cut: true }],
  ])('is refused with 422 when it is sent again with another %s', async (_what, { fields = {}, cut }) => {
    await upload('c', { fields: { password: 'open sesame' } }).expect(201);
    const content = Buffer.from(source);
    if (cut) content[content.length - 1] = (content.at(-1) ?? 0) ^ 1;

    const again = await upload('c', { fields: { password: 'open sesame', ...fields }, content });

    expect([again.status, again.body]).toEqual([
      422,
      { detail: 'This Idempotency-Key was used within 24 hours for another request. Use a new key.' },
    ]);
    expect(await videosOf(person)).toBe(1);
  });

  test('is another one of another caller, with another key, and after a day', async () => {
    const { body } = await upload('d').expect(201);
    await upload('d', { by: service.staff }).expect(201);
    await upload('e').expect(201);
    await service.sql.query(
      `update creation_keys set created_at = now() - interval '25 hours' where video_id = $1`,
      [body.id],
    );
    await upload('d').expect(201);

    expect(await videosOf(person)).toBe(3);
  });

  test('is answered again though the first has taken the last room', async () => {
    await service.staff.client.patch(new URL(person.url).pathname).send({ quota_videos: 1 }).expect(200);
    const first = await upload('f').expect(201);

    expect((await upload('f').expect(201)).body.id).toBe(first.body.id);
    await upload('g').expect(403);
  });

  test('may be sent again when the first was refused', async () => {
    await upload('h', { fields: { type: '' } }).expect(400);

    await upload('h').expect(201);
  });

  test('is refused before its body where the key is none', async () => {
    const head = ['POST /rest/videos/ HTTP/1.1', 'Host: x', `Authorization: Token ${person.token}`];
    const lines = [
      'Idempotency-Key: two words',
      'Content-Type: multipart/form-data; boundary=b',
      'Content-Length: 9',
    ];

    const { status, body } = await rawRequest(service.url, `${[...head, ...lines].join('\r\n')}\r\n\r\n`);

    expect([status, JSON.parse(body).detail]).toEqual([
      400,
      'The request cannot be read: Idempotency-Key must be one text of 1 to 255 visible ASCII characters',
    ]);
  });
});
