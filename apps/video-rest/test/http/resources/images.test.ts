import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { eventually } from '@campus/testing';
import { beforeAll, describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { givenFolder } from '../../support/kept-files.ts';
import { ffmpegBytes, givenImage, sendImage, smallPng } from '../../support/kept-images.ts';
import { photo, png, redInCmyk } from '../../support/pictures.ts';
import { useService } from '../../support/service.ts';

const service = useService();

const invalid = 'Upload a valid image. The file you uploaded was either not an image or a corrupted image.';

/** What anybody gets at an address. */
function download(address: string) {
  return request(service.url).get(new URL(address).pathname).buffer(true).parse(binary);
}

function binary(response: request.Response, done: (error: Error | null, body: Buffer) => void): void {
  const pieces: Buffer[] = [];
  const stream = response as unknown as NodeJS.ReadableStream;
  stream.on('data', (piece: Buffer) => pieces.push(piece));
  stream.on('end', () => done(null, Buffer.concat(pieces)));
}

/** Its pixels, three bytes each. */
async function pixelsOf(address: string): Promise<Buffer> {
  const { body } = await download(address).expect(200);
  return ffmpegBytes(['-f', 'webp_pipe', '-i', 'pipe:0', '-f', 'rawvideo', '-pix_fmt', 'rgb24'], {
    input: body,
  });
}

/** Width and height, as a WebP file tells them that has neither alpha nor metadata (RFC 9649 §2.5). */
function sizeOf(webp: Buffer): number[] {
  expect(webp.toString('latin1', 8, 16)).toBe('WEBPVP8 ');
  return [webp.readUInt16LE(26), webp.readUInt16LE(28)];
}

const pictures = ['-f', 'lavfi', '-i', 'testsrc2=size=1600x800:rate=5'];
const one = [...pictures, '-frames:v', '1'];
let jpeg: Buffer;

beforeAll(async () => {
  jpeg = await ffmpegBytes([...one, '-c:v', 'mjpeg', '-f', 'image2pipe']);
});

describe('An image', () => {
  test('is named after what was sent, and read, whole and smaller, at signed addresses by whoever has them', async () => {
    const kept = await givenImage(service, { name: "l'été.JPEG", content: jpeg });
    const { body, headers } = await download(kept.file).expect(200);
    const sizes = await Promise.all(Object.values(kept.resized).map((address) => download(address)));

    expect(Object.keys(kept)).toEqual(['id', 'url', 'folder', 'file', 'created_by', 'name', 'resized']);
    expect([kept.name, body.equals(jpeg)]).toEqual(["l'été", true]);
    expect(headers).toMatchObject({
      'content-type': 'image/jpeg',
      'content-disposition': "inline; filename*=UTF-8''l%27%C3%A9t%C3%A9.jpg",
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
    });
    expect(Object.keys(kept.resized)).toEqual(['large', 'medium', 'small']);
    expect(sizes.map((answer) => [answer.headers['content-type'], sizeOf(answer.body)])).toEqual([
      ['image/webp', [1280, 640]],
      ['image/webp', [400, 200]],
      ['image/webp', [128, 64]],
    ]);
  });

  test.each([
    ['png', ['-c:v', 'png', '-f', 'image2pipe']],
    ['gif', ['-f', 'gif']],
    ['bmp', ['-c:v', 'bmp', '-f', 'image2pipe']],
    ['tiff', ['-c:v', 'tiff', '-f', 'image2pipe']],
    ['webp', ['-c:v', 'libwebp', '-f', 'image2pipe']],
  ])('is known by its content alone: %s', async (extension, args) => {
    const content = await ffmpegBytes(['-f', 'lavfi', '-i', 'testsrc2=64x32', '-frames:v', '1', ...args]);
    const kept = await givenImage(service, { name: 'photo', content });
    const { headers, body } = await download(kept.file).expect(200);

    expect([headers['content-type'], body.equals(content)]).toEqual([`image/${extension}`, true]);
    expect(sizeOf((await download(kept.resized.large)).body)).toEqual([64, 32]);
  });

  test('that moves is kept as it is, and its first picture is made smaller', async () => {
    const content = await ffmpegBytes([...pictures, '-frames:v', '3', '-vf', 'scale=200:100', '-f', 'gif']);
    const kept = await givenImage(service, { name: 'a.gif', content });

    expect((await download(kept.file)).body.equals(content)).toBe(true);
    expect(sizeOf((await download(kept.resized.small)).body)).toEqual([128, 64]);
  });

  test.each([
    [3, [400, 200]],
    [6, [200, 400]],
    [99, [400, 200]],
  ])(
    'that was held so (EXIF %s) is upright when it is smaller, and says nothing of where it was taken',
    async (orientation, size) => {
      const kept = await givenImage(service, { name: 'a.jpg', content: photo(jpeg, { orientation }) });
      const { body } = await download(kept.resized.medium);

      expect(sizeOf(body)).toEqual(size);
      expect(body.includes('48.8566')).toBe(false);
    },
  );

  test('in CMYK keeps its colours', async () => {
    const kept = await givenImage(service, { name: 'print.jpg', content: redInCmyk() });
    const [red = 0, green = 255, blue = 255] = await pixelsOf(kept.resized.small);

    expect([red > 230, green < 30, blue < 30]).toEqual([true, true, true]);
  });

  test('is never made larger, nor smaller than a pixel', async () => {
    const kept = await givenImage(service, { content: png({ width: 3000, height: 1 }) });

    expect(sizeOf((await download(kept.resized.small)).body)).toEqual([128, 1]);
    expect(sizeOf((await download((await givenImage(service)).resized.large)).body)).toEqual([4, 2]);
  });

  test('with something else behind it is an image, and nothing else', async () => {
    const content = Buffer.concat([jpeg, Buffer.from('<script>alert(1)</script>PK\u0003\u0004')]);
    const kept = await givenImage(service, { name: 'a.html', content });

    expect((await download(kept.file)).headers['content-type']).toBe('image/jpeg');
  });
});

describe('What is no image is refused', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';

  test.each<[string, () => Buffer]>([
    ['SVG', () => Buffer.from(svg)],
    ['HTML', () => Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['HTML that begins like a GIF', () => Buffer.from('GIF89a\x01\0\x01\0<script>alert(1)</script>')],
    ['a JPEG that is cut off', () => jpeg.subarray(0, jpeg.length / 2)],
    ['a PNG that is cut off', () => smallPng.subarray(0, smallPng.length - 25)],
    ['a PNG without half of its lines', () => png({ width: 64, height: 64, rows: 32 })],
    ['the beginning of one', () => Buffer.from('89504e470d0a1a0a', 'hex')],
    ['EXIF that leads nowhere', () => Buffer.from('ffd8ffe1ffff457869660000', 'hex')],
    ['TIFF that leads beyond its end', () => Buffer.from('49492a00ffffffff', 'hex')],
    ['a playlist', () => Buffer.from('#EXTM3U\n#EXTINF:1,\n/etc/passwd\n')],
  ])('%s', async (_what, content) => {
    const { url: folder } = await givenFolder(service.ada);
    const { status, body } = await sendImage(service.ada, { folder, content: content() });

    expect([status, body]).toEqual([400, { file: [invalid] }]);
  });

  test('in French too', async () => {
    const { url: folder } = await givenFolder(service.ada);
    const { body } = await sendImage(service.ada, { folder, content: Buffer.from(svg) }).set(
      'Accept-Language',
      'fr',
    );

    expect(body.file).toEqual([expect.stringContaining('Téléversez une image valide.')]);
  });

  test('nor is one of 900 million pixels', async () => {
    const { url: folder } = await givenFolder(service.ada);
    const content = png({ width: 30_000, height: 30_000, rows: 1 });
    const { status, body } = await sendImage(service.ada, { folder, content });

    expect([status, body]).toEqual([400, { file: [expect.stringContaining('50 million pixels')] }]);
  });

  test('nor one of more than 10 MiB', async () => {
    const { url: folder } = await givenFolder(service.ada);
    const content = Buffer.alloc(10 * 2 ** 20 + 1);

    await sendImage(service.ada, { folder, content }).expect(413);
  });
});

test('Given an image, When another takes its place, or it is removed, Then nothing of it stays', async () => {
  const kept = await givenImage(service);
  const { body: replaced } = await service.ada.client
    .patch(`/rest/images/${kept.id}/`)
    .attach('file', jpeg, 'new.jpg')
    .expect(200);
  const folder = path.join(service.mediaRoot, 'images', '0000', String(kept.id));

  expect(replaced.name).toBe('new');
  await download(kept.file).expect(404);
  await download(kept.resized.small).expect(404);
  await download(replaced.resized.small).expect(200);
  await eventually(async () => expect(await readdir(folder)).toHaveLength(4));
  await service.ada.client.delete(`/rest/images/${kept.id}/`).expect(204);
  await download(replaced.resized.small).expect(404);
  await eventually(async () => expect(await readdir(path.dirname(folder))).not.toContain(String(kept.id)));
});

test('Given an image, When its address is altered, Then it leads nowhere', async () => {
  const { pathname } = new URL((await givenImage(service)).resized.small);
  const other = new URL((await givenImage(service)).resized.small).pathname;

  const foreign = pathname.replace(/signed\/[^/]+/, `signed/${other.split('/')[3]}`);
  expect((await request(service.url).get(foreign)).status).toBe(403);
  expect((await request(service.url).get(pathname.replace('/small-', '/large-'))).status).toBe(403);
  expect((await request(service.url).get(pathname.replace(/signed\/[^/]+\//, ''))).status).toBe(401);
});

test('Given images that were refused, Then nothing of them stays on disk', async () => {
  const { url: folder } = await givenFolder(service.ada);
  await sendImage(service.ada, { folder, content: jpeg.subarray(0, 2000) }).expect(400);

  const [own = ''] = await readdir(path.join(service.mediaRoot, 'tmp'));
  await eventually(async () => expect(await readdir(path.join(service.mediaRoot, 'tmp', own))).toEqual([]));
});
