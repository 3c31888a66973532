import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { serviceItself } from '@campus/accounts';
import { answerError } from '@campus/rest';
import { createShell, type Listening, listen } from '@campus/service';
import { type OwnS3Server, startS3Server } from '@campus/testing';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Request } from 'express';
import pino from 'pino';
import { createAuthenticator } from '../../../src/accounts/authenticate.ts';
import { createToken } from '../../../src/accounts/tokens.ts';
import { explainError } from '../../../src/http/explain-error.ts';
import { keptRoutes } from '../../../src/http/media/kept-routes.ts';
import { mediaRoutes } from '../../../src/http/media/media-routes.ts';
import { type MediaUrls, openMediaUrls } from '../../../src/http/media/media-urls.ts';
import { mediaSender, type SendingWays } from '../../../src/http/media/send-media.ts';
import { mediaStreamLimits } from '../../../src/http/media/send-object.ts';
import { givenBucketSettings } from '../../support/buckets.ts';
import { useStorage } from '../../support/storage.ts';

let store: OwnS3Server;
const files = useStorage(
  {},
  {
    bucket: async () => {
      store = await startS3Server();
      return { ...(await givenBucketSettings(store)), publicEndpoint: store.endpoint };
    },
  },
);
let media: MediaUrls;
const servers: Listening[] = [];

beforeAll(async () => {
  media = await openMediaUrls(files.db, () => new Date());
});
afterAll(async () => {
  for (const server of servers) await server.stop();
  await store?.[Symbol.asyncDispose]();
});

/** A service that sends media so, and believes that it is `now`. */
async function serve(ways: Omit<SendingWays, 'now'>, now = () => new Date()): Promise<string> {
  const { db, storage } = files;
  const app = createShell({ log: pino({ level: 'silent' }), trustedProxies: [] });
  const byHeaders = createAuthenticator({
    database: db,
    checkPassword: () => Promise.reject(new Error('nobody says a password')),
    onError: fail,
  });
  const authenticate = ({ headersDistinct: { authorization = [] } }: Request) => byHeaders(authorization, '');
  const media = await openMediaUrls(db, now);
  const send = mediaSender({ ...ways, now });
  app.use('/media', keptRoutes({ db, storage, media, send }));
  app.use('/media', mediaRoutes({ db, storage, media, send, authenticate }));
  app.use(answerError({ language: 'en', explain: explainError }));
  const server = await listen(app, { host: '127.0.0.1', port: 0 });
  servers.push(server);
  return server.url;
}

function fail(error: unknown): never {
  throw error;
}

/** A video in the bucket, public unless it is said otherwise, and the paths of what there is of it. */
async function givenOnAir(outputs: Record<string, string> = {}, flags: { isRestricted?: boolean } = {}) {
  const { id, sourceFile, slug } = await files.givenVideo({
    content: '0123456789',
    allowDownloading: true,
    ...flags,
  });
  const encodingId = await files.givenOnAir(id, {
    'master.m3u8': '#EXTM3U\n720.m3u8\n',
    '720.m4s': '0123456789',
    '720.mp4': 'an MP4',
    'poster.jpg': 'poster',
    ...outputs,
  });
  const of = (file: string) => `/media/videos/${id}/encoding-${encodingId}/${file}`;
  return { id, slug, of, source: `/media/videos/${id}/source/${sourceFile}` };
}

async function ask(url: string, headers: Record<string, string> = {}, method = 'GET') {
  // By itself fetch adds `no-cache` to a conditional request, which rules a 304 out.
  const plain = { 'Cache-Control': 'max-age=0', ...headers };
  const response = await fetch(url, { method, headers: plain, redirect: 'manual' });
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: await response.text(),
  };
}

describe('What the service reads from the bucket for its clients', () => {
  let url = '';
  beforeAll(async () => {
    url = await serve({});
  });

  test('has the type, the caching, the name and the safeguards of a file', async () => {
    const { of, source, slug } = await givenOnAir();

    const [playlist, download] = [await ask(url + of('master.m3u8')), await ask(url + source)];

    expect(playlist).toMatchObject({ status: 200, body: '#EXTM3U\n720.m3u8\n' });
    expect(playlist.headers).toMatchObject({
      'content-type': 'application/vnd.apple.mpegurl',
      'content-length': '17',
      'cache-control': 'no-cache',
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      etag: expect.stringMatching(/^"[^"]+"$/),
      'last-modified': expect.any(String),
    });
    expect(download).toMatchObject({ status: 200, body: '0123456789' });
    expect(download.headers['content-disposition']).toBe(`attachment; filename="${slug}.mp4"`);
  });

  test.each([
    ['bytes=2-4', '234', 'bytes 2-4/10'],
    ['bytes=7-', '789', 'bytes 7-9/10'],
    ['bytes=-2', '89', 'bytes 8-9/10'],
    ['bytes=5-100', '56789', 'bytes 5-9/10'],
  ])('%s gives %j', async (range, bytes, contentRange) => {
    const { of } = await givenOnAir();

    const { status, headers, body } = await ask(url + of('720.m4s'), { Range: range });

    expect({ status, body }).toEqual({ status: 206, body: bytes });
    expect(headers).toMatchObject({ 'content-range': contentRange, 'content-length': String(bytes.length) });
  });

  test('several ranges come as the whole, and one beyond the end is a 416 in JSON', async () => {
    const { of } = await givenOnAir();

    const several = await ask(url + of('720.m4s'), { Range: 'bytes=0-1,5-6' });
    const beyond = await ask(url + of('720.m4s'), { Range: 'bytes=10-' });

    expect(several).toMatchObject({ status: 200, body: '0123456789' });
    expect(beyond.status).toBe(416);
    expect(beyond.headers).toMatchObject({
      'content-range': 'bytes */10',
      'content-type': 'application/json; charset=utf-8',
    });
  });

  test('is a 304 for who has it; If-Range decides between a part and all', async () => {
    const { of } = await givenOnAir();
    const { headers } = await ask(url + of('720.m4s'));
    const statusOf = async (conditions: Record<string, string>) =>
      (await ask(url + of('720.m4s'), conditions)).status;

    expect(await statusOf({ 'If-None-Match': headers.etag ?? '' })).toBe(304);
    expect(await statusOf({ 'If-Modified-Since': headers['last-modified'] ?? '' })).toBe(304);
    expect(await statusOf({ 'If-None-Match': '"x"' })).toBe(200);
    expect(await statusOf({ 'If-Match': '"x"' })).toBe(412);
    expect(await statusOf({ 'If-Match': headers.etag ?? '' })).toBe(200);
    expect(await statusOf({ 'If-Unmodified-Since': new Date(0).toUTCString() })).toBe(412);
    expect(await statusOf({ Range: 'bytes=0-1', 'If-Range': headers.etag ?? '' })).toBe(206);
    expect(await statusOf({ Range: 'bytes=0-1', 'If-Range': headers['last-modified'] ?? '' })).toBe(206);
    expect(await statusOf({ Range: 'bytes=0-1', 'If-Range': '"x"' })).toBe(200);
  });

  test('is described by HEAD without its bytes', async () => {
    const { of } = await givenOnAir();

    const { status, headers, body } = await ask(url + of('720.m4s'), {}, 'HEAD');

    expect({ status, body }).toEqual({ status: 200, body: '' });
    expect(headers).toMatchObject({ 'content-length': '10', 'content-type': 'video/mp4' });
  });

  test('arrives whole when it is large, and no more of it is fetched than a reader takes', async () => {
    const content = randomBytes(12 * 2 ** 20).toString('hex');
    const { of } = await givenOnAir({ '1080.m4s': content });
    const { body } = await ask(url + of('1080.m4s'));
    expect(sha256(body)).toBe(sha256(content));

    const before = process.memoryUsage().rss;
    const slow = await Promise.all(Array.from({ length: 20 }, () => stalledReader(url, of('1080.m4s'))));

    expect((process.memoryUsage().rss - before) / 2 ** 20).toBeLessThan(100);
    for (const socket of slow) socket.destroy();
  });

  test('is refused to an address that holds too many already, until one leaves', async () => {
    const { of } = await givenOnAir({ '1080.m4s': 'x'.repeat(24 * 2 ** 20) });
    const { atATimePerCaller, waitingPerCaller } = mediaStreamLimits;
    const slow = await Promise.all(
      Array.from({ length: atATimePerCaller }, () => stalledReader(url, of('1080.m4s'))),
    );
    const asked = Array.from({ length: waitingPerCaller + 1 }, () => ask(url + of('720.m4s')));

    const refused = await Promise.race(asked);

    expect(refused.status).toBe(429);
    expect(refused.headers['retry-after']).toBe('5');
    for (const socket of slow) socket.destroy();
    const answers = (await Promise.all(asked)).filter(({ status }) => status !== 429);
    expect(answers.map(({ body }) => body)).toEqual(Array(waitingPerCaller).fill('0123456789'));
  });

  test('is a 503 in JSON while the store is away, and is there again after it', async () => {
    const { of } = await givenOnAir();
    await store.kill();

    const away = await ask(url + of('720.m4s')).finally(() => store.start());

    expect(away.status).toBe(503);
    expect(away.headers).toMatchObject({ 'retry-after': '5' });
    expect(away.headers).not.toHaveProperty('accept-ranges');
    expect(JSON.parse(away.body)).toEqual({ detail: expect.stringContaining('store') });
    expect(await ask(url + of('720.m4s'))).toMatchObject({ status: 200, body: '0123456789' });
  });
});

describe('Where clients reach the store', () => {
  let url = '';
  beforeAll(async () => {
    url = await serve({ leadsToStore: true });
  });

  test('an MP4 and a download lead there, with their type and name, in parts too', async () => {
    const { of, source, slug } = await givenOnAir();

    const led = await ask(url + of('720.mp4'));
    const [part, download] = [
      await fetch(url + of('720.mp4'), { headers: { Range: 'bytes=3-5' } }),
      await fetch(url + source),
    ];

    expect(led.status).toBe(302);
    expect(led.headers['cache-control']).toBe('no-store');
    expect(led.headers.location).toMatch(new RegExp(`^${store.endpoint}/.*X-Amz-Expires=3600`));
    expect(part.status).toBe(206);
    expect(part.headers.get('content-type')).toBe('video/mp4');
    expect(await part.text()).toBe('MP4');
    expect(download.headers.get('content-disposition')).toBe(`attachment; filename="${slug}.mp4"`);
    expect(await download.text()).toBe('0123456789');
    expect((await fetch(url + source, { method: 'HEAD' })).headers.get('content-length')).toBe('10');
  });

  test('a playlist and what it names come from the service', async () => {
    const { of } = await givenOnAir();

    const master = await ask(url + of('master.m3u8'));
    const piece = await ask(new URL('720.m4s', url + of('master.m3u8')).href, { Range: 'bytes=2-4' });

    expect(master).toMatchObject({ status: 200, body: '#EXTM3U\n720.m3u8\n' });
    expect(piece).toMatchObject({ status: 206, body: '234' });
    expect((await ask(url + of('poster.jpg'))).status).toBe(200);
  });

  describe('who may read for some minutes more', () => {
    const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000);

    test('by a signed address of a video is led to one that ends no later', async () => {
      const { id, of, source } = await givenOnAir({}, { isRestricted: true });
      const early = await openMediaUrls(files.db, () => inMinutes(-57));
      const folder = of('').split('/').at(-2) ?? '';
      const file = source.slice(source.lastIndexOf('/') + 1);
      const signed = [
        early.signedUrl(url, { videoId: id, folder, file: '720.mp4' }),
        early.signedUrl(url, { videoId: id, folder: 'source', file }),
      ];

      for (const address of signed) {
        const led = await ask(address);

        expect(led.status).toBe(302);
        expectToEndAt(led.headers.location, endOfSigned(address));
        expect((await ask(led.headers.location ?? '')).status).toBe(200);
      }
    });

    test('by a signed address of a document is led to one that ends no later', async () => {
      const { id, storedFile } = await files.givenKeptFile('%PDF-1.7');
      const early = await openMediaUrls(files.db, () => inMinutes(-57));
      const address = early.signedKeptUrl(url, { table: 'files', id, file: storedFile });

      const led = await ask(address);

      expectToEndAt(led.headers.location, endOfSigned(address));
      expect(await ask(led.headers.location ?? '')).toMatchObject({ status: 200, body: '%PDF-1.7' });
    });

    test('by a token is led to one that ends no later', async () => {
      const { of } = await givenOnAir({}, { isRestricted: true });
      const expiresAt = inMinutes(3);
      const { key } = await createToken(files.db, { by: serviceItself, username: 'owner', expiresAt });

      const led = await ask(url + of('720.mp4'), { Authorization: `Token ${key}` });

      expectToEndAt(led.headers.location, expiresAt.getTime() / 1000);
    });

    test('in the last second is sent it by the service', async () => {
      const { id, of } = await givenOnAir({}, { isRestricted: true });
      const mediaFile = { videoId: id, folder: of('').split('/').at(-2) ?? '', file: '720.mp4' };
      const address = media.signedUrl('', mediaFile);
      const late = await serve({ leadsToStore: true }, () => new Date(endOfSigned(address) * 1000 - 1));

      expect(await ask(late + address)).toMatchObject({ status: 200, body: 'an MP4' });
    });
  });
});

/** That an address of the store ends then or a moment before, in seconds. */
function expectToEndAt(address = '', seconds: number): void {
  const { searchParams } = new URL(address);
  const begins = (searchParams.get('X-Amz-Date') ?? '').replace(
    /^(....)(..)(..T..)(..)(..Z)$/,
    '$1-$2-$3:$4:$5',
  );
  const ends = Date.parse(begins) / 1000 + Number(searchParams.get('X-Amz-Expires'));
  expect(ends).toBeLessThanOrEqual(seconds);
  expect(ends).toBeGreaterThan(seconds - 3);
}

/** When a signed address of ours ends. */
function endOfSigned(address: string): number {
  return Number(/\/signed\/(\d+)-/.exec(address)?.[1]);
}

/** A connection whose client asks, sees the answer begin, and takes no more of it. */
async function stalledReader(url: string, path: string) {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.write(`GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`);
  await once(socket, 'readable');
  return socket;
}

function sha256(content: string): string {
  return createHash('sha256').update(content).digest('hex');
}
