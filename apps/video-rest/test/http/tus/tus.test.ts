import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { Upload, type UploadOptions } from 'tus-js-client';
import { clip } from '../../support/clips.ts';
import { type Client, type Person, useService } from '../../support/service.ts';
import { announcing, beginUpload, metadataOf, sendPiece, tus, tusBytes } from '../../support/tus.ts';

const service = useService({ videoMaxUploadSize: 8 * 1024 * 1024 });
let bytes: Buffer;
let file: string;
let typeUrl: string;

beforeAll(async () => {
  file = await clip('tiny');
  bytes = await readFile(file);
  const { body } = await service.root.client.post('/rest/types/').send({ title: 'Lecture' });
  typeUrl = body.url;
});

const fieldsOf = (person: Person, more: Record<string, string> = {}) => ({
  ...{ filename: 'algebra.mp4', title: 'Algebra', type: typeUrl, owner: person.url },
  ...more,
});

function create(
  { client }: { client: Client },
  { size = bytes.length, texts }: { size?: number; texts: Record<string, string> },
) {
  return client.post('/rest/uploads/').set(announcing(size, texts));
}

function givenUpload(person = service.ada, more: Record<string, string> = {}): Promise<string> {
  return beginUpload(person.client, { size: bytes.length, texts: fieldsOf(person, more) });
}

function send(path: string, { at = 0, piece = bytes, headers = {} }, person = service.ada) {
  return sendPiece(person.client, path, { bytes: piece, at }).set(headers);
}

const videoAt = async (address: unknown) =>
  (await service.ada.client.get(new URL(String(address)).pathname)).body;

const sourceHash = async (video: { video: string }) => {
  const { body } = await service.ada.client
    .get(new URL(video.video).pathname)
    .buffer(true)
    .parse((response, done) => {
      const hash = createHash('sha256');
      response.on('data', (piece: Buffer) => hash.update(piece));
      response.on('end', () => done(null, hash.digest('hex')));
    });
  return body;
};

const rightHash = () => createHash('sha256').update(bytes).digest('hex');

describe('An upload in pieces', () => {
  test('becomes a video with its last byte, as it would by POST', async () => {
    const path = await givenUpload(service.ada, { tags: 'one\ntwo', is_draft: 'true', password: 'secret' });
    const half = Math.floor(bytes.length / 2);

    const first = await send(path, { piece: bytes.subarray(0, half) });
    const told = await service.ada.client.head(path).set(tus);
    const last = await send(path, { at: half, piece: bytes.subarray(half) });

    expect(first.status).toBe(204);
    expect(first.headers).toMatchObject({ 'upload-offset': String(half), 'tus-resumable': '1.0.0' });
    expect(new Date(String(first.headers['upload-expires'])).getTime()).toBeGreaterThan(Date.now());
    expect(told.headers).toMatchObject({
      'upload-offset': String(half),
      'upload-length': String(bytes.length),
      'cache-control': 'no-store',
    });
    expect(String(told.headers['upload-metadata'])).toContain('title QWxnZWJyYQ==');
    expect(String(told.headers['upload-metadata'])).not.toContain('password');
    expect(last.status).toBe(204);
    const video = await videoAt(last.headers['content-location']);
    expect(video).toMatchObject({
      title: 'Algebra',
      tags: ['one', 'two'],
      is_draft: true,
      password: '********',
    });
    expect(await sourceHash(video)).toBe(rightHash());
  });

  test('that has become a video is told again to who asks by a PATCH without a byte, and takes no more', async () => {
    const path = await givenUpload();
    const last = await send(path, {});
    const checksum = `sha256 ${createHash('sha256').digest('base64')}`;

    const empty = await send(path, { at: bytes.length, piece: Buffer.alloc(0) });
    const checked = await send(path, {
      ...{ at: bytes.length, piece: Buffer.alloc(0), headers: { 'Upload-Checksum': checksum } },
    });
    const more = await send(path, { at: bytes.length, piece: Buffer.alloc(100_000) });

    for (const answer of [empty, checked]) {
      expect(answer.status).toBe(204);
      expect(answer.headers).toMatchObject({
        'upload-offset': String(bytes.length),
        'content-location': last.headers['content-location'],
      });
    }
    expect(more.status).toBe(413);
    expect((await service.ada.client.head(path).set(tus)).headers['upload-offset']).toBe(
      String(bytes.length),
    );
  });

  test('that is a part answers a PATCH without a byte when it is whole', async () => {
    const { headers } = await service.ada.client
      .post('/rest/uploads/')
      .set({ ...tusBytes, 'Upload-Length': String(bytes.length), 'Upload-Concat': 'partial' })
      .send(bytes);
    const path = new URL(String(headers.location)).pathname;

    const empty = await send(path, { at: bytes.length, piece: Buffer.alloc(0) });

    expect(empty.status).toBe(204);
    expect(empty.headers['upload-offset']).toBe(String(bytes.length));
    expect(empty.headers['content-location']).toBeUndefined();
  });

  test('of no length at all is no video', async () => {
    const answer = await create(service.ada, { size: 0, texts: fieldsOf(service.ada) });

    expect([answer.status, answer.body]).toEqual([400, { video: [expect.any(String)] }]);
  });

  test('is answered with the video when all its bytes come with the POST', async () => {
    const answer = await create(service.ada, { texts: fieldsOf(service.ada) })
      .set(tusBytes)
      .send(bytes);

    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ title: 'Algebra' });
    expect(answer.headers['content-location']).toBe(answer.body.url);
  });

  test('replaces the source of the video that it names, and changes the fields beside it', async () => {
    const { body: video } = await create(service.ada, { texts: fieldsOf(service.ada) })
      .set(tusBytes)
      .send(bytes);

    const answer = await create(service.ada, { texts: { video: video.url, title: 'Algebra 2' } })
      .set(tusBytes)
      .send(bytes);

    expect(answer.body).toMatchObject({ id: video.id, slug: video.slug, title: 'Algebra 2' });
    expect(answer.body.video).not.toBe(video.video);
  });

  async function givenParts(): Promise<string[]> {
    const parts: string[] = [];
    for (const piece of [bytes.subarray(0, 1000), bytes.subarray(1000)]) {
      const made = await service.ada.client
        .post('/rest/uploads/')
        .set({ ...tusBytes, 'Upload-Length': String(piece.length), 'Upload-Concat': 'partial' })
        .send(piece);
      parts.push(String(made.headers.location));
    }
    return parts;
  }
  const join = (parts: readonly string[]) =>
    service.ada.client.post('/rest/uploads/').set({
      ...tus,
      'Upload-Concat': `final;${parts.join(' ')}`,
      ...metadataOf(fieldsOf(service.ada)),
    });

  test('that is joined of others is the same when it is asked for again', async () => {
    const parts = await givenParts();

    const first = await join(parts);
    const again = await join(parts);

    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.headers.location).toBe(first.headers.location);
    expect(again.body).toEqual(first.body);
  });

  test('that is joined of others is made once, however many ask for it at once', async () => {
    const parts = await givenParts();

    const answers = await Promise.all(Array.from({ length: 3 }, () => join(parts)));

    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(answers.map(({ headers }) => headers['content-location'])).size).toBe(1);
  });

  test('is joined of parts that came for themselves', async () => {
    const parts = await givenParts();
    const part = await service.ada.client.head(new URL(String(parts[0])).pathname).set(tus);

    const answer = await join(parts);

    expect(part.headers['upload-concat']).toBe('partial');
    expect(answer.status).toBe(201);
    expect(await sourceHash(answer.body)).toBe(rightHash());
    const joined = new URL(String(answer.headers.location)).pathname;
    const told = await service.ada.client.head(joined).set(tus);
    expect(told.headers['upload-concat']).toMatch(/^final;/);
    expect((await send(joined, { at: bytes.length, piece: Buffer.alloc(0) })).status).toBe(403);
  });

  test('is listed for whoever sends it, and ends when they say so', async () => {
    const path = await givenUpload();

    const listed = await service.ada.client.get('/rest/uploads/');
    const ended = await service.ada.client.delete(path).set(tus);
    const gone = await service.ada.client.head(path).set(tus);

    expect(listed.body.results).toContainEqual(
      expect.objectContaining({
        url: `${service.url}${path}`,
        filename: 'algebra.mp4',
        offset: 0,
        video: null,
      }),
    );
    expect([ended.status, gone.status]).toEqual([204, 404]);
  });

  test('ends for good when its file is no video', async () => {
    const text = Buffer.from('no video at all');
    const answer = await create(service.ada, { size: text.length, texts: fieldsOf(service.ada) });
    const path = new URL(String(answer.headers.location)).pathname;

    const last = await send(path, { piece: text });

    expect(last.status).toBe(400);
    expect(last.body.video).toEqual([expect.stringContaining('no video or sound file')]);
    expect((await service.ada.client.head(path).set(tus)).status).toBe(404);
  });
});

describe('Before a byte is sent', () => {
  test('all that is wrong with the fields is told, as by POST', async () => {
    const answer = await create(service.ada, {
      texts: { title: '', type: 'nothing', owner: service.ada.url },
    });

    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body)).toEqual(['title', 'type']);
  });

  test('a file that is too large is refused', async () => {
    const answer = await create(service.ada, { size: 9 * 1024 * 1024, texts: fieldsOf(service.ada) });

    expect([answer.status, answer.body]).toEqual([413, { detail: 'The request body is larger than 8 MiB.' }]);
  });

  test.each([
    ['nobody', () => service.as({}), 401],
    ['somebody who names another as the owner', () => service.ada.client, 403],
  ])('%s is refused', async (_who, client, status) => {
    const answer = await create({ client: client() }, { texts: fieldsOf(service.staff) });

    expect(answer.status).toBe(status);
  });

  test('a video of somebody else is no video to replace', async () => {
    const { body: video } = await create(service.staff, {
      texts: fieldsOf(service.staff, { is_draft: 'true' }),
    })
      .set(tusBytes)
      .send(bytes);

    const answer = await create(service.ada, { texts: { video: video.url } });

    expect(answer.status).toBe(404);
  });

  test('more uploads than one may have under way are refused', async () => {
    const grace = await service.givenUser();
    await service.sql.query(
      `insert into uploads (id, user_id, size, expires_at)
       select md5(n::text), $1, 1, now() + interval '1 day' from generate_series(1, 100) n`,
      [grace.id],
    );

    const answer = await create(grace, { texts: fieldsOf(grace) });

    expect(answer.status).toBe(429);
    expect(answer.headers['retry-after']).toBe('60');
  });
});

describe('By the protocol', () => {
  test('what is spoken here is told without credentials', async () => {
    const answer = await service.as({}).options('/rest/uploads/');

    expect(answer.status).toBe(204);
    expect(answer.headers).toMatchObject({
      'tus-version': '1.0.0',
      'tus-resumable': '1.0.0',
      'tus-max-size': String(8 * 1024 * 1024),
      'tus-extension': 'creation,creation-with-upload,checksum,expiration,termination,concatenation',
      'tus-checksum-algorithm': 'sha1,sha256,sha512,md5',
    });
  });

  test('another version is answered 412, with the one that there is', async () => {
    const path = await givenUpload();

    const answer = await service.ada.client.head(path).set('Tus-Resumable', '0.2.2');

    expect(answer.status).toBe(412);
    expect(answer.headers['tus-version']).toBe('1.0.0');
  });

  test('bytes at another offset are answered 409 and change nothing', async () => {
    const path = await givenUpload();

    const answer = await send(path, { at: 7 });

    expect([answer.status, answer.body]).toEqual([
      409,
      { detail: 'The upload is at byte 0. Go on from there.' },
    ]);
    expect((await service.ada.client.head(path).set(tus)).headers['upload-offset']).toBe('0');
  });

  test.each([
    ['bytes of another type', { 'Content-Type': 'video/mp4' }, 415],
    ['an offset that is no number', { 'Upload-Offset': 'x' }, 400],
    ['an unknown checksum', { 'Upload-Checksum': 'crc7 AAAA' }, 400],
  ])('%s are refused', async (_what, headers, status) => {
    const answer = await send(await givenUpload(), { headers });

    expect([answer.status, Object.keys(answer.body)]).toEqual([status, ['detail']]);
  });

  test('more bytes than were announced are answered 413', async () => {
    const path = await givenUpload();

    const answer = await send(path, { piece: Buffer.concat([bytes, bytes]) });

    expect(answer.status).toBe(413);
  });

  test.each(['sha1', 'sha256', 'sha512', 'md5'])('bytes with their %s are kept, others not', async (name) => {
    const path = await givenUpload();
    const piece = bytes.subarray(0, 999);
    const digest = createHash(name).update(piece).digest('base64');
    const headers = { 'Upload-Checksum': `${name} ${digest}` };

    const wrong = await send(path, { piece: bytes.subarray(1, 1000), headers });
    const right = await send(path, { piece, headers });

    expect([wrong.status, right.status]).toEqual([460, 204]);
    expect(right.headers['upload-offset']).toBe('999');
  });

  test('an upload of somebody else is not there, whoever asks', async () => {
    const path = await givenUpload();

    const answers = [
      await service.root.client.head(path).set(tus),
      await send(path, {}, service.staff),
      await service.staff.client.delete(path).set(tus),
      await service.staff.client.get(path),
    ];

    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  });

  test('one whose time is over is gone', async () => {
    const path = await givenUpload();
    await service.sql.query("update uploads set expires_at = now() - interval '1 second' where id = $1", [
      path.split('/').at(-2),
    ]);

    expect((await service.ada.client.head(path).set(tus)).status).toBe(410);
  });

  test('whoever can only POST names the method in a header', async () => {
    const path = await givenUpload();

    const answer = await service.ada.client
      .post(path)
      .set({ ...tusBytes, 'Upload-Offset': '0', 'X-HTTP-Method-Override': 'PATCH' })
      .send(bytes.subarray(0, 5));

    expect([answer.status, answer.headers['upload-offset']]).toEqual([204, '5']);
  });
});

describe('tus-js-client', () => {
  function upload(options: Partial<UploadOptions>): Promise<string> {
    return new Promise((resolve, reject) => {
      const sent = new Upload(createReadStream(file), {
        endpoint: `${service.url}/rest/uploads/`,
        headers: { Authorization: `Token ${service.ada.token}` },
        metadata: fieldsOf(service.ada),
        ...(options.parallelUploads === undefined && { uploadSize: bytes.length }),
        chunkSize: 4096,
        onError: reject,
        onSuccess: ({ lastResponse }) => resolve(String(lastResponse.getHeader('Content-Location'))),
        ...options,
      });
      sent.start();
    });
  }

  test.each<[string, Partial<UploadOptions>]>([
    ['piece by piece', {}],
    ['with the first piece in the POST', { uploadDataDuringCreation: true }],
    ['by POST alone', { overridePatchMethod: true }],
    ['in parts at once', { parallelUploads: 3 }],
  ])('uploads %s', async (_how, options) => {
    expect(await sourceHash(await videoAt(await upload(options)))).toBe(rightHash());
  });
});
