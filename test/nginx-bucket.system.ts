import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { type S3Server, sharedS3Server } from '@campus/testing';
import { expect, test } from '@jest/globals';
import { givenBucketSettings, keptIn } from '../apps/video-rest/test/support/buckets.ts';
import { environmentOf } from '../apps/video-rest/test/support/service-process.ts';
import { useStorage } from '../apps/video-rest/test/support/storage.ts';
import { mediaAccelLocation, useNginx } from './support/use-nginx.ts';

let server: S3Server;
const files = useStorage(
  {},
  {
    bucket: async () => {
      server = await sharedS3Server();
      return givenBucketSettings(server);
    },
  },
);
const institution = useNginx({
  listen: 'plain',
  video: () => ({
    databaseUrl: files.databaseUrl,
    mediaRoot: files.mediaRoot,
    store: {
      origin: server.endpoint,
      env: environmentOf(keptIn(files.bucket)),
    },
  }),
});

/** A public video in the bucket, and the paths of its files. */
async function givenOnAir(outputs: Record<string, string> = {}) {
  const video = await files.givenVideo({ content: '0123456789', allowDownloading: true });
  const encodingId = await files.givenOnAir(video.id, {
    'master.m3u8': '#EXTM3U\n720.m3u8\n',
    '720.m4s': '0123456789',
    ...outputs,
  });
  const of = (file: string) => `/media/videos/${video.id}/encoding-${encodingId}/${file}`;
  return { ...video, of, source: `/media/videos/${video.id}/source/${video.sourceFile}` };
}

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  institution.video.ask(path, { from: 'outside', headers, method });

test('nginx fetches from the bucket what the service hands over: its type, name, caching and safeguards are those of the service', async () => {
  const { of, source, slug } = await givenOnAir();

  const [playlist, download] = [await get(of('master.m3u8')), await get(source)];
  const behind = await fetch(institution.video.behind + of('720.m4s'));

  expect(playlist).toMatchObject({ status: 200, text: '#EXTM3U\n720.m3u8\n' });
  expect(playlist.headers).toMatchObject({
    'content-type': 'application/vnd.apple.mpegurl',
    'cache-control': 'no-cache',
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'",
    'x-request-id': expect.any(String),
    etag: expect.any(String),
    'last-modified': expect.any(String),
  });
  expect(Object.keys(playlist.headers).filter((name) => /^x-(amz|trans|openstack|accel)/.test(name))).toEqual(
    [],
  );
  expect(download).toMatchObject({ status: 200, text: '0123456789' });
  expect(download.headers['content-disposition']).toBe(`attachment; filename="${slug}.mp4"`);
  expect(behind.headers.get('x-accel-redirect')).toMatch(/^\/protected-media\/store\/.+X-Amz-Expires=60/);
  expect(await behind.text()).toBe('');
});

test.each([
  ['bytes=2-4', '234', 'bytes 2-4/10'],
  ['bytes=7-', '789', 'bytes 7-9/10'],
  ['bytes=-2', '89', 'bytes 8-9/10'],
])('%s gives %j', async (range, bytes, contentRange) => {
  const { of } = await givenOnAir();

  const { status, headers, text } = await get(of('720.m4s'), { Range: range });

  expect({ status, text }).toEqual({ status: 206, text: bytes });
  expect(headers).toMatchObject({ 'content-range': contentRange, 'content-type': 'video/mp4' });
});

test('conditions are held against what the bucket has, and credentials for the service stay here', async () => {
  const { of } = await givenOnAir();
  const { headers } = await get(of('720.m4s'));
  const ask = async (conditions: Record<string, string>) => (await get(of('720.m4s'), conditions)).status;

  expect(await ask({ 'If-None-Match': String(headers.etag) })).toBe(304);
  expect(await ask({ 'If-Modified-Since': String(headers['last-modified']) })).toBe(304);
  expect(await ask({ 'If-None-Match': '"x"' })).toBe(200);
  expect(await ask({ 'If-Match': '"x"' })).toBe(412);
  expect(await ask({ Range: 'bytes=0-1', 'If-Range': String(headers.etag) })).toBe(206);
  expect(await ask({ Range: 'bytes=10-' })).toBe(416);
  expect(await ask({ Authorization: 'Token 0123456789', Cookie: 'a=b' })).toBe(200);
});

test('HEAD tells all but the bytes', async () => {
  const { of } = await givenOnAir();

  const { status, headers, text } = await get(of('720.m4s'), {}, 'HEAD');

  expect({ status, text }).toEqual({ status: 200, text: '' });
  expect(headers).toMatchObject({ 'content-length': '10', 'content-type': 'video/mp4' });
});

test('a large file arrives whole, while the service sends next to nothing', async () => {
  const content = randomBytes(10 * 2 ** 20).toString('hex');
  const { of } = await givenOnAir({ 'large.mp4': content });
  const { pid } = institution.video.process.child;
  const writtenBefore = await bytesWritten(pid);

  const bytes = await buffer(await institution.video.open(of('large.mp4')));

  expect(sha256(bytes)).toBe(sha256(content));
  expect((await bytesWritten(pid)) - writtenBefore).toBeLessThan(1_000_000);
});

test('nobody reaches the bucket through nginx by himself, and what the store says of a failure stays here', async () => {
  const { of, id } = await givenOnAir();
  const { key = '' } =
    (await files.db.prisma.mediaObject.findFirst({
      where: { ownerTable: 'videos', ownerId: id, file: { endsWith: '720.m4s' } },
    })) ?? {};

  expect(
    (await get(`${mediaAccelLocation}store/${files.bucket?.bucket}/${files.bucket?.prefix}${key}`)).status,
  ).toBe(404);
  await files.db.prisma.mediaObject.update({ where: { key }, data: { key: `${key}-gone` } });
  const { status, text } = await get(of('720.m4s'));
  expect(status).toBe(404);
  expect(text).not.toContain('NoSuchKey');
});

function sha256(bytes: Buffer | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** All that a process ever wrote, to sockets too (Linux). */
async function bytesWritten(pid: number | undefined): Promise<number> {
  return Number(/^wchar: (\d+)$/m.exec(await readFile(`/proc/${pid}/io`, 'utf8'))?.[1]);
}
