import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import { eventually } from '@campus/testing';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { givenType } from '../../support/given-records.ts';
import { rawRequest } from '../../support/raw-request.ts';
import { type Person, useService } from '../../support/service.ts';
import { metadataOf, tus, tusBytes } from '../../support/tus.ts';

const service = useService({ videoMaxUploadSize: 8 * 1024 * 1024 });
let person: Person;
let good: ReturnType<typeof metadataOf>;

const base64 = (text: string) => Buffer.from(text).toString('base64');

beforeEach(async () => {
  person = await service.givenUser();
  const { id } = await givenType(service.db);
  const texts = { title: 'Algebra', owner: person.url, type: `${service.url}/rest/types/${id}/` };
  good = metadataOf(texts);
});

/** Of the uploads that nobody has ended, rows and bytes. */
async function left(): Promise<{ rows: number; files: string[] }> {
  const { rows } = await service.sql.query('select id from uploads where user_id = $1', [person.id]);
  const ids = rows.map(({ id }: { id: string }) => id);
  const files = await readdir(service.mediaRoot, { recursive: true });
  return { rows: ids.length, files: files.filter((file) => ids.includes(path.basename(file))) };
}

const post = (headers: Record<string, string>) =>
  person.client.post('/rest/uploads/').set({ ...tus, ...good, ...headers });

async function givenUpload(size: number, headers: Record<string, string> = {}): Promise<string> {
  const made = await post({ 'Upload-Length': String(size), ...headers });
  expect(made.status).toBe(201);
  return new URL(String(made.headers.location)).pathname;
}

const patch = (at: string, offset: string, content: Buffer) =>
  person.client
    .patch(at)
    .set({ ...tusBytes, 'Upload-Offset': offset })
    .send(content);

const offsetOf = async (at: string) =>
  Number((await person.client.head(at).set(tus)).headers['upload-offset']);

describe('An upload is not begun, and nothing is left of it,', () => {
  afterEach(async () => expect(await left()).toEqual({ rows: 0, files: [] }));

  test.each([
    ['', 400],
    ['-1', 400],
    ['1e3', 400],
    ['0x10', 400],
    ['1.5', 400],
    ['NaN', 400],
    ['5, 5', 400],
    ['8388609', 413],
    ['9007199254740993', 400],
    ['9'.repeat(400), 400],
  ])('with the length %j', async (length, status) => {
    const { status: answered, body } = await post({ 'Upload-Length': length });

    expect([answered, Object.keys(body)]).toEqual([status, ['detail']]);
  });

  test.each([
    ['no Base64', 'title ***'],
    ['no key', ` ${base64('Algebra')}, ${base64('x')}`],
    ['three words', 'title QQ== QQ=='],
    ['a key twice', `title ${base64('One')},title ${base64('Two')}`],
    ['a NUL', `title ${base64('Alge\0bra')}`],
    ['nothing', ''],
    ['an unknown type of video', `title ${base64('Algebra')},type ${base64('/rest/types/0/')}`],
    ['a title that is too long', `title ${base64('x'.repeat(3000))}`],
    ['prototypes', `__proto__ ${base64('1')},constructor ${base64('1')}`],
    ['a video that is no name', `video ${base64('../../etc/passwd')}`],
    ['a thousand keys', Array.from({ length: 1000 }, (_, n) => `k${n} QQ==`).join(',')],
  ])('with metadata that have %s', async (_what, metadata) => {
    const { status, body } = await post({ 'Upload-Length': '5', 'Upload-Metadata': metadata });

    expect([400, 404]).toContain(status);
    expect(Object.keys(body).length).toBeGreaterThan(0);
  });

  test('with metadata that no header holds', async () => {
    const { status } = await rawRequest(
      service.url,
      `POST /rest/uploads/ HTTP/1.1\r\nHost: x\r\nAuthorization: Token ${person.token}\r\nUpload-Metadata: title ${'A'.repeat(100_000)}\r\n\r\n`,
    );

    expect(status).toBe(431);
  });

  test.each([
    ['nothing', 'final;'],
    ['another word', 'whole'],
    ['what is no upload', 'final;/rest/uploads/../videos/1/'],
    ['what is not there', `final;/rest/uploads/${'0'.repeat(32)}/`],
    ['a NUL', 'final;/rest/uploads/%00/'],
    [
      'hundreds',
      `final;${Array.from({ length: 300 }, (_, n) => `/rest/uploads/${String(n).padStart(32, '0')}/`).join(' ')}`,
    ],
  ])('joined of %s', async (_what, concat) => {
    const { status, body } = await post({ 'Upload-Concat': concat });

    expect([400, 404]).toContain(status);
    expect(Object.keys(body)).toEqual(['detail']);
  });

  test('joined of parts of somebody else', async () => {
    const { headers } = await service.ada.client
      .post('/rest/uploads/')
      .set({ ...tusBytes, 'Upload-Length': '5', 'Upload-Concat': 'partial' })
      .send(Buffer.from('bytes'));

    const answer = await post({ 'Upload-Concat': `final;${headers.location}` });

    expect(answer.status).toBe(404);
  });

  test('with more bytes than it announces', async () => {
    const answer = await post({ 'Upload-Length': '5', 'Content-Type': tusBytes['Content-Type'] }).send(
      Buffer.alloc(6),
    );

    expect(answer.status).toBe(413);
  });
});

describe('An upload under way', () => {
  test.each([
    ['x', 400],
    ['-1', 400],
    ['1e0', 400],
    ['', 400],
    ['1', 409],
    ['9'.repeat(400), 400],
  ])('stays as it is when bytes come for the offset %j', async (offset, status) => {
    const given = await givenUpload(5);

    const answer = await patch(given, offset, Buffer.from('abc'));

    expect([answer.status, Object.keys(answer.body)]).toEqual([status, ['detail']]);
    expect(await offsetOf(given)).toBe(0);
  });

  test('takes none of more bytes than are missing', async () => {
    const given = await givenUpload(5);

    const answer = await patch(given, '0', Buffer.alloc(6));

    expect(answer.status).toBe(413);
    expect(await offsetOf(given)).toBe(0);
  });

  test('is joined of no upload that is itself joined, or that is no part', async () => {
    const given = await givenUpload(5);

    const answer = await post({ 'Upload-Concat': `final;${given}` });

    expect(answer.status).toBe(404);
    expect(await left()).toMatchObject({ rows: 1 });
  });

  test('takes what is missing from one of two who send it at once', async () => {
    const content = Buffer.alloc(1_000_000, 'x');
    const given = await givenUpload(2_000_000);

    const answers = await Promise.all([patch(given, '0', content), patch(given, '0', content)]);

    const statuses = answers.map(({ status }) => status);
    for (const status of statuses) expect([204, 409, 423]).toContain(status);
    expect(statuses.filter((status) => status === 204).length).toBeLessThan(2);
    expect(await offsetOf(given)).toBeLessThanOrEqual(content.length);
  });

  test('is let go by who says nothing more as soon as another asks for it', async () => {
    const given = await givenUpload(10);
    const slow = http.request(new URL(given, service.url), {
      method: 'PATCH',
      headers: {
        ...tusBytes,
        Authorization: `Token ${person.token}`,
        'Upload-Offset': '0',
        'Content-Length': 10,
        Expect: '100-continue',
      },
    });
    slow.on('error', () => {});
    slow.flushHeaders();
    await once(slow, 'continue');
    slow.write('abc');

    const statuses: number[] = [];
    await eventually(async () => {
      const at = await offsetOf(given);
      statuses.push((await patch(given, String(at), Buffer.alloc(6 - at))).status);
      expect(statuses).toContain(204);
    });

    expect(await offsetOf(given)).toBe(6);
    slow.destroy();
  });
});
