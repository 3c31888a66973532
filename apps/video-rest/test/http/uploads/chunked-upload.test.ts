import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type GivenUser, givenUser } from '../../support/accounts.ts';
import { clip } from '../../support/clips.ts';
import { givenVideo } from '../../support/given-records.ts';
import { postType } from '../../support/post-resources.ts';
import { useService } from '../../support/service.ts';
import { signedIn, type Visitor, visitorOf } from '../../support/visitor.ts';

const service = useService();
const bare = useService();
let source: Buffer;
let ada: GivenUser;
let visitor: Visitor;

beforeAll(async () => {
  source = await readFile(await clip('tiny'));
  await postType(service, { title: 'Lecture' });
});
beforeEach(async () => {
  ada = await givenUser(service.db);
  visitor = await signedIn(service, ada);
});

interface Part {
  uploadId?: string | undefined;
  content: Buffer;
  /** Absent: what the content is of the whole. */
  range?: string;
  csrf?: string;
}

/** The token that the form of the page before has, as scripts read it. */
async function tokenOf(by: Visitor): Promise<string> {
  const { text } = await by.get('/accounts/');
  return /name="csrfmiddlewaretoken" value="([^"]+)"/.exec(text)?.[1] ?? '';
}

/** Sends a part as python-requests does: texts first, then the file, and any answer will do. */
async function sendPart(by: Visitor, { uploadId, content, range, csrf }: Part) {
  const form = new FormData();
  form.set('csrfmiddlewaretoken', csrf ?? (await tokenOf(by)));
  if (uploadId !== undefined) form.set('upload_id', uploadId);
  form.set('the_file', new Blob([content]), 'Cours n°1.mp4');
  const headers = { Accept: '*/*', ...(range !== undefined && { 'Content-Range': range }) };
  const response = await by.open('/video/api/chunked_upload/', { method: 'POST', body: form, headers });
  return { status: response.status, body: JSON.parse(await response.text()) };
}

/** Sends a file in one part whose name is written so. */
async function sendNamed(
  by: Visitor,
  { content, range, name }: { content: Buffer; range: string; name: string },
) {
  const part = (head: string, text: Buffer | string) => [
    `--part\r\nContent-Disposition: form-data; ${head}\r\n\r\n`,
    text,
    '\r\n',
  ];
  const pieces = [
    ...part('name="csrfmiddlewaretoken"', await tokenOf(by)),
    ...part(`name="the_file"; ${name}`, content),
    '--part--\r\n',
  ];
  const body = Buffer.concat(pieces.map((piece) => Buffer.from(piece)));
  const headers = { 'Content-Type': 'multipart/form-data; boundary=part', 'Content-Range': range };
  const response = await by.open('/video/api/chunked_upload/', { method: 'POST', body, headers });
  return { status: response.status, body: JSON.parse(await response.text()) };
}

async function complete(by: Visitor, fields: Record<string, string>) {
  const body = new URLSearchParams({
    csrfmiddlewaretoken: await tokenOf(by),
    transcript: '',
    slug: '',
    ...fields,
  });
  const headers = { Accept: '*/*' };
  const response = await by.open('/video/api/chunked_upload_complete/', { method: 'POST', body, headers });
  return { status: response.status, body: JSON.parse(await response.text()) };
}

const md5 = (bytes: Buffer) => createHash('md5').update(bytes).digest('hex');

/** Where the parts of a file begin and end, and what they say of it. */
function partsOf(file: Buffer, count = 3): { content: Buffer; range: string; offset: number }[] {
  const each = Math.ceil(file.length / count);
  return Array.from({ length: count }, (_, index) => {
    const content = file.subarray(index * each, (index + 1) * each);
    const offset = index * each + content.length;
    return { content, offset, range: `bytes ${index * each}-${offset - 1}/${file.length}` };
  });
}

/** A file whose parts have all been sent. */
async function givenUpload({ by = visitor, file = source } = {}): Promise<string> {
  let uploadId: string | undefined;
  for (const { content, range } of partsOf(file)) {
    const { status, body } = await sendPart(by, { uploadId, content, range });
    expect(status).toBe(200);
    uploadId = body.upload_id;
  }
  return uploadId ?? '';
}

const videosOf = ({ id }: { id: number }) =>
  service.db.prisma.video.findMany({ where: { ownerId: id }, include: { encodings: true, type: true } });

describe('A part', () => {
  test('is answered with the upload, the offset behind it, and when the upload expires', async () => {
    const [first, second] = partsOf(source);

    const one = await sendPart(visitor, { ...first, content: first?.content ?? source });
    const two = await sendPart(visitor, {
      ...second,
      content: second?.content ?? source,
      uploadId: one.body.upload_id,
    });

    expect([one.status, one.body]).toEqual([
      200,
      { upload_id: expect.any(String), offset: first?.offset, expires: expect.stringMatching(/^20.*Z$/) },
    ]);
    expect(two.body).toMatchObject({ upload_id: one.body.upload_id, offset: second?.offset });
    expect(new Date(one.body.expires).getTime()).toBeGreaterThan(Date.now());
  });

  test('may come twice, whole or overlapping what is there, and the file is what it was', async () => {
    const [first, second, third] = partsOf(source);
    if (!first || !second || !third) throw new Error('there are three');
    const { body } = await sendPart(visitor, first);
    const uploadId = body.upload_id;

    expect((await sendPart(visitor, { ...first, uploadId })).body.offset).toBe(first.offset);
    await sendPart(visitor, { ...second, uploadId });
    expect((await sendPart(visitor, { ...first, uploadId })).body.offset).toBe(first.offset);
    const from = second.offset - 1000;
    const overlap = await sendPart(visitor, {
      uploadId,
      content: source.subarray(from),
      range: `bytes ${from}-${source.length - 1}/${source.length}`,
    });

    expect(overlap.body.offset).toBe(source.length);
    expect((await complete(visitor, { upload_id: uploadId, md5: md5(source) })).status).toBe(200);
  });

  test('that begins where others are missing is refused, and told where to go on', async () => {
    const [first, , third] = partsOf(source);
    const { body } = await sendPart(visitor, { content: first?.content ?? source, ...first });

    const refused = await sendPart(visitor, {
      content: third?.content ?? source,
      ...third,
      uploadId: body.upload_id,
    });

    expect([refused.status, refused.body]).toEqual([
      409,
      { detail: `The upload is at byte ${first?.offset}. Go on from there.` },
    ]);
  });

  test.each([
    ['has no Content-Range', undefined],
    ['says none', 'bytes */100'],
    ['ends before it begins', 'bytes 9-3/100'],
    ['ends beyond the file', 'bytes 0-100/100'],
  ])('that %s is refused', async (_what, range) => {
    const { status, body } = await sendPart(visitor, { content: source, ...(range && { range }) });

    expect([status, body.detail]).toEqual([400, expect.stringContaining('Content-Range')]);
  });

  test('with other bytes than it says is refused, and sent again', async () => {
    const range = `bytes 0-${source.length - 1}/${source.length}`;
    const { status } = await sendPart(visitor, { content: source.subarray(0, 500), range });

    expect(status).toBe(400);
  });

  test('with more bytes than the file is to have is refused', async () => {
    const { status, body } = await sendPart(visitor, { content: source, range: 'bytes 0-0/1' });

    expect([status, body.detail]).toEqual([413, expect.stringContaining('More bytes')]);
  });

  test('that is the first of an upload and is refused leaves none behind', async () => {
    const range = `bytes 5-${source.length - 1}/${source.length}`;
    await sendPart(visitor, { content: source, range });
    await sendPart(visitor, { content: source.subarray(0, 500), range: range.replace('5', '0') });

    expect(await service.db.prisma.upload.count({ where: { userId: ada.id } })).toBe(0);
  });

  test.each(['none', '\0', 'é'.repeat(2000)])(
    'of an upload that cannot be (%j) finds none',
    async (uploadId) => {
      const range = `bytes 0-${source.length - 1}/${source.length}`;

      expect((await sendPart(visitor, { uploadId, content: source, range })).status).toBe(404);
      expect((await complete(visitor, { upload_id: uploadId, md5: md5(source) })).status).toBe(404);
    },
  );

  test('is refused to whoever has not signed in, or sends no token of a page of ours', async () => {
    const range = `bytes 0-${source.length - 1}/${source.length}`;
    const { status } = await sendPart(visitor, { content: source, range, csrf: 'none' });
    const stranger = await sendPart(visitorOf(service), { content: source, range, csrf: 'none' });

    expect([status, stranger.status]).toEqual([403, 403]);
    expect(stranger.body.detail).toContain('/accounts/login/');
  });

  test('of the upload of somebody else finds none', async () => {
    const [first, second] = partsOf(source);
    const { body } = await sendPart(visitor, { content: first?.content ?? source, ...first });
    const other = await signedIn(service, await givenUser(service.db));

    const refused = await sendPart(other, {
      content: second?.content ?? source,
      ...second,
      uploadId: body.upload_id,
    });

    expect(refused.status).toBe(404);
    expect((await complete(other, { upload_id: body.upload_id, md5: md5(source) })).status).toBe(404);
  });

  test('is refused with 413 where the whole has no room', async () => {
    await service.sql.query('update users set quota_bytes = 1000 where id = $1', [ada.id]);
    const range = `bytes 0-${source.length - 1}/${source.length}`;

    const { status, body } = await sendPart(visitor, { content: source, range });

    expect([status, body.detail]).toEqual([413, expect.stringContaining('take 0 byte of 1 kB')]);
  });
});

test('An upload under way counts by its announced length, and is the size of its video in the end', async () => {
  const used = async () => {
    const { rows } = await service.sql.query('select source_bytes, video_count from users where id = $1', [
      ada.id,
    ]);
    return [Number(rows[0].source_bytes), rows[0].video_count];
  };
  const [first] = partsOf(source);
  await sendPart(visitor, { content: first?.content ?? source, ...first });
  expect(await used()).toEqual([source.length, 0]);
  await service.sql.query('delete from uploads');
  expect(await used()).toEqual([0, 0]);
  await service.sql.query('update users set quota_bytes = $2 where id = $1', [ada.id, source.length]);

  const upload_id = await givenUpload();
  expect((await complete(visitor, { upload_id, md5: md5(source) })).status).toBe(200);

  expect(await used()).toEqual([source.length, 1]);
});

describe('Completing an upload', () => {
  test('makes a draft named after the file, of the first type, and has it encoded', async () => {
    const upload_id = await givenUpload();

    const { status, body } = await complete(visitor, { upload_id, md5: md5(source) });

    const [video] = await videosOf(ada);
    expect([status, body]).toEqual([200, { redirlink: `/video/edit/${video?.slug}/` }]);
    expect(video).toMatchObject({
      title: 'Cours n°1.mp4',
      isDraft: true,
      type: { titleEn: 'Other' },
      encodings: [{ state: 'queued' }],
    });
    const led = await visitor.get(body.redirlink);
    expect([led.status, led.location]).toEqual([303, `/video/${video?.slug}/edit/`]);
  });

  test('leaves control characters out of that name', async () => {
    const range = `bytes 0-${source.length - 1}/${source.length}`;
    const name = "filename*=UTF-8''Cours%00%0An%C2%B01.mp4";
    const { body } = await sendNamed(visitor, { content: source, range, name });

    expect((await complete(visitor, { upload_id: body.upload_id, md5: md5(source) })).status).toBe(200);

    expect(await videosOf(ada)).toMatchObject([{ title: 'Coursn°1.mp4' }]);
  });

  test('asked again gives the same video', async () => {
    const upload_id = await givenUpload();
    const first = await complete(visitor, { upload_id, md5: md5(source) });

    expect(await complete(visitor, { upload_id, md5: md5(source) })).toEqual(first);
    expect(await videosOf(ada)).toHaveLength(1);
  });

  test('asked by five at once gives one video to all', async () => {
    const upload_id = await givenUpload();
    const ask = () => complete(visitor, { upload_id, md5: md5(source) });

    const answers = await Promise.all([ask(), ask(), ask(), ask(), ask()]);

    const [video] = await videosOf(ada);
    expect(answers).toEqual(
      answers.map(() => ({ status: 200, body: { redirlink: `/video/edit/${video?.slug}/` } })),
    );
  });

  test('with a slug that cannot be finds none', async () => {
    const upload_id = await givenUpload();

    expect((await complete(visitor, { upload_id, md5: md5(source), slug: 'a\0' })).status).toBe(404);
  });

  test('with a slug gives that video the source, and keeps the rest', async () => {
    const { id, slug } = await givenVideo(service.db, { ownerId: ada.id, title: 'Algebra' });
    const upload_id = await givenUpload();

    const { body } = await complete(visitor, { upload_id, md5: md5(source), slug });

    const [video] = await videosOf(ada);
    expect(body).toEqual({ redirlink: `/video/edit/${slug}/` });
    expect(video).toMatchObject({
      id,
      slug,
      title: 'Algebra',
      isDraft: false,
      sourceBytes: BigInt(source.length),
    });
    expect(video?.encodings).toMatchObject([{ state: 'queued' }]);
  });

  test('with the slug of a video that is not theirs finds none', async () => {
    const { slug } = await givenVideo(service.db, { ownerId: service.staff.id });
    const upload_id = await givenUpload();

    expect((await complete(visitor, { upload_id, md5: md5(source), slug })).status).toBe(404);
  });

  test('with another MD5 is refused, and the upload is gone', async () => {
    const upload_id = await givenUpload();

    const { status, body } = await complete(visitor, { upload_id, md5: md5(Buffer.from('another')) });

    expect([status, body.detail]).toEqual([400, expect.stringContaining('MD5')]);
    expect((await complete(visitor, { upload_id, md5: md5(source) })).status).toBe(404);
  });

  test.each<Record<string, string>>([{}, { md5: '' }, { md5: 'd41d8cd9' }])(
    'with what is no MD5 (%j) is refused, and the upload is kept',
    async (given) => {
      const upload_id = await givenUpload();

      const { status, body } = await complete(visitor, { upload_id, ...given });

      expect([status, body.detail]).toEqual([400, expect.stringContaining('32 hexadecimal digits')]);
      expect((await complete(visitor, { upload_id, md5: md5(source) })).status).toBe(200);
    },
  );

  test('is refused while bytes are missing', async () => {
    const [first] = partsOf(source);
    const { body } = await sendPart(visitor, { content: first?.content ?? source, ...first });

    expect((await complete(visitor, { upload_id: body.upload_id, md5: md5(source) })).status).toBe(409);
  });

  test('refuses what is no video', async () => {
    const file = randomBytes(5000);
    const upload_id = await givenUpload({ file });

    const { status, body } = await complete(visitor, { upload_id, md5: md5(file) });

    expect([status, Object.keys(body)]).toEqual([400, ['video']]);
  });

  test('says so where there is no type of videos', async () => {
    await bare.root.client.delete('/rest/types/1/').expect(204);
    const by = await signedIn(bare, await givenUser(bare.db));
    const upload_id = await givenUpload({ by });

    const { status, body } = await complete(by, { upload_id, md5: md5(source) });

    expect([status, body.detail]).toEqual([400, expect.stringContaining('No type of videos')]);
  });
});
