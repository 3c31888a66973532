import { createHash } from 'node:crypto';
import { readFile, symlink } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { serviceItself } from '@campus/accounts';
import { eventually } from '@campus/testing';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { createToken } from '../apps/video-rest/src/accounts/tokens.ts';
import { useStorage } from '../apps/video-rest/test/support/storage.ts';
import { mediaAccelLocation, useNginx } from './support/use-nginx.ts';

const files = useStorage();
const institution = useNginx({
  listen: 'plain',
  video: () => ({ databaseUrl: files.databaseUrl, mediaRoot: files.mediaRoot }),
});
let token = '';

beforeAll(async () => {
  await files.db.prisma.user.create({ data: { username: 'staff', isStaff: true } });
  token = (await createToken(files.db, { by: serviceItself, username: 'staff' })).key;
});

/** A video on air, and the paths of its files. */
async function givenOnAir(options: { isRestricted?: boolean } = {}) {
  const video = await files.givenVideo({ content: '0123456789', allowDownloading: true, ...options });
  const encodingId = await files.givenOnAir(video.id, {
    'master.m3u8': '#EXTM3U\n720.m3u8\n',
    '720.m4s': '0123456789',
  });
  const folder = files.encodingFolder({ videoId: video.id, encodingId });
  const of = (file: string) => `/media/videos/${video.id}/encoding-${encodingId}/${file}`;
  return { ...video, folder, of, source: `/media/videos/${video.id}/source/${video.sourceFile}` };
}

const get = (path_: string, headers: Record<string, string> = {}, method = 'GET') =>
  institution.video.ask(path_, { from: 'outside', headers, method });

describe('A file that the service hands over', () => {
  test('has the type, the caching, the name and the safeguards that the service gives it', async () => {
    const { of, source, slug } = await givenOnAir();

    const [playlist, download] = [await get(of('master.m3u8')), await get(source)];

    expect(playlist).toMatchObject({ status: 200, text: '#EXTM3U\n720.m3u8\n' });
    expect(playlist.headers).toMatchObject({
      'content-type': 'application/vnd.apple.mpegurl',
      'cache-control': 'no-cache',
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'x-request-id': expect.any(String),
      etag: expect.stringMatching(/^"/),
      'last-modified': expect.any(String),
    });
    expect(download).toMatchObject({ status: 200, text: '0123456789' });
    expect(download.headers['content-disposition']).toBe(`attachment; filename="${slug}.mp4"`);
    expect(playlist.headers).not.toHaveProperty('x-accel-redirect');
  });

  test('does not pass through the service', async () => {
    const { of } = await givenOnAir();

    const behind = await fetch(institution.video.behind + of('720.m4s'));

    expect(behind.headers.get('x-accel-redirect')).toMatch(/^\/protected-media\/videos\/.+\/720\.m4s$/);
    expect(behind.headers.get('content-length')).toBe('0');
    expect(await behind.text()).toBe('');
  });

  test.each([
    ['bytes=2-4', '234', 'bytes 2-4/10'],
    ['bytes=7-', '789', 'bytes 7-9/10'],
    ['bytes=-2', '89', 'bytes 8-9/10'],
    ['bytes=5-100', '56789', 'bytes 5-9/10'],
  ])('%s gives %j', async (range, bytes, contentRange) => {
    const { of } = await givenOnAir();

    const { status, headers, text } = await get(of('720.m4s'), { Range: range });

    expect({ status, text }).toEqual({ status: 206, text: bytes });
    expect(headers).toMatchObject({ 'content-range': contentRange, 'content-type': 'video/mp4' });
  });

  test('several ranges come as parts, and too many as the whole', async () => {
    const { of } = await givenOnAir();

    const some = await get(of('720.m4s'), { Range: 'bytes=0-1,5-6' });
    const tooMany = await get(of('720.m4s'), { Range: `bytes=${Array(9).fill('0-0').join(',')}` });

    expect(some.status).toBe(206);
    expect(some.headers['content-type']).toMatch(/^multipart\/byteranges; boundary=/);
    expect(some.text).toMatch(/bytes 0-1\/10\r\n\r\n01\r\n[\s\S]+bytes 5-6\/10\r\n\r\n56\r\n/);
    expect(tooMany).toMatchObject({ status: 200, text: '0123456789' });
  });

  test('a range beyond the end is a 416 that tells the length', async () => {
    const { source } = await givenOnAir();

    const { status, headers } = await get(source, { Range: 'bytes=10-' });

    expect(status).toBe(416);
    expect(headers['content-range']).toBe('bytes */10');
  });

  test('what the caller has already is a 304; If-Range decides between a part and all', async () => {
    const { of } = await givenOnAir();
    const { headers } = await get(of('720.m4s'));
    const ask = async (conditions: Record<string, string>) => (await get(of('720.m4s'), conditions)).status;

    expect(await ask({ 'If-None-Match': String(headers.etag) })).toBe(304);
    expect(await ask({ 'If-Modified-Since': String(headers['last-modified']) })).toBe(304);
    expect(await ask({ 'If-None-Match': '"x"' })).toBe(200);
    expect(await ask({ 'If-Match': '"x"' })).toBe(412);
    expect(await ask({ Range: 'bytes=0-1', 'If-Range': String(headers.etag) })).toBe(206);
    expect(await ask({ Range: 'bytes=0-1', 'If-Range': '"x"' })).toBe(200);
  });

  test('HEAD tells all but the bytes', async () => {
    const { of } = await givenOnAir();

    const { status, headers, text } = await get(of('720.m4s'), {}, 'HEAD');

    expect({ status, text }).toEqual({ status: 200, text: '' });
    expect(headers).toMatchObject({ 'content-length': '10', 'content-type': 'video/mp4' });
  });

  test('arrives whole when it is large, while the service sends next to nothing', async () => {
    const content = 'x'.repeat(20_000_000);
    const { id } = await files.givenVideo();
    const encodingId = await files.givenOnAir(id, { 'large.mp4': content });
    const { pid } = institution.video.process.child;
    const writtenBefore = await bytesWritten(pid);

    const response = await institution.video.open(`/media/videos/${id}/encoding-${encodingId}/large.mp4`);
    const bytes = await buffer(response);

    expect(sha256(bytes)).toBe(sha256(content));
    expect((await bytesWritten(pid)) - writtenBefore).toBeLessThan(1_000_000);
  });
});

test('The log of requests names a file without the signature, and nobody by a token', async () => {
  const { of } = await givenOnAir({ isRestricted: true });
  const signature = `${1_700_000_000}-${'s'.repeat(43)}`;

  await get(of('720.m4s').replace('/media/', `/media/signed/${signature}/`), {
    Authorization: `Token ${token}`,
  });

  const lines = await eventually(async () => {
    const requests = await institution.nginx.requests();
    return requests.some((line) => String(line.path).startsWith('/media/signed/…/videos/')) && requests;
  });
  expect(JSON.stringify(lines)).not.toContain(signature);
  expect(JSON.stringify(lines)).not.toContain(token);
});

describe('What is not to be sent', () => {
  test('is refused by the service in its own words, and needs its own credentials', async () => {
    const { of } = await givenOnAir({ isRestricted: true });

    const stranger = await get(of('720.m4s'));
    const staff = await get(of('720.m4s'), { Authorization: `Token ${token}` });
    const gone = await get((await givenOnAir()).of('1080.m4s'));

    expect(stranger.status).toBe(401);
    expect(JSON.parse(stranger.text)).toEqual({ detail: 'Authentication credentials were not provided.' });
    expect(staff).toMatchObject({ status: 200, text: '0123456789' });
    expect(staff.headers['cache-control']).toBe('private, no-cache');
    expect(gone.status).toBe(404);
    expect(JSON.parse(gone.text)).toEqual({ detail: 'Not found.' });
  });

  test('is a symbolic link, or anything asked for by its place on disk', async () => {
    const { folder, of } = await givenOnAir();
    await symlink('/etc/hostname', path.join(folder, 'link.mp4'));
    const onDisk = path.relative(files.mediaRoot, path.join(folder, '720.m4s'));

    expect((await get(of('link.mp4'))).status).toBe(404);
    for (const address of [
      mediaAccelLocation,
      '/protected%2Dmedia/',
      '//protected-media/',
      '/media/../protected-media/',
    ])
      expect((await get(`${address}${onDisk}`)).status).toBe(404);
    expect((await get(of('720.m4s'), { 'X-Accel-Redirect': '/protected-media/owner' })).text).toBe(
      '0123456789',
    );
  });
});

function sha256(bytes: Buffer | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** All that a process ever wrote, to sockets too (Linux). */
async function bytesWritten(pid: number | undefined): Promise<number> {
  return Number(/^wchar: (\d+)$/m.exec(await readFile(`/proc/${pid}/io`, 'utf8'))?.[1]);
}
