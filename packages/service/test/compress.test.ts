import { once } from 'node:events';
import { type IncomingHttpHeaders, request } from 'node:http';
import { brotliDecompressSync, createBrotliDecompress, createGunzip, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Response } from 'express';
import pino from 'pino';
import {
  compressPieces,
  createShell,
  fixedFile,
  type Listening,
  listen,
  tagBeforeEncoding,
} from '../src/index.ts';

const long = `<p>${'née le 1er mai, '.repeat(200)}</p>`;
const short = 'x'.repeat(1023);

let server: Listening;
/** The next piece of `/pieces`, when somebody has asked for it. */
let nextPiece = Promise.withResolvers<string | undefined>();

beforeAll(async () => {
  const app = createShell({ log: pino({ level: 'silent' }), trustedProxies: [] });
  app.get('/page', (_request, response) => void response.vary('Cookie').send(long));
  app.get('/json', (_request, response) => void response.json({ long }));
  app.get('/feed', (_request, response) => void response.type('application/rss+xml').send(long));
  app.get('/short', (_request, response) => void response.type('text').send(short));
  app.get('/picture', (_request, response) => void response.type('png').send(Buffer.alloc(9000)));
  app.get('/tagged', (_request, response) => void response.set('ETag', '"of-these-bytes"').json({ long }));
  const file = fixedFile(Buffer.from(long));
  app.get('/file', (_request, response) => file(response.type('css')));
  const sendPieces = async (response: Response, pieces: AsyncIterable<string>) => {
    for await (const piece of compressPieces(response, pieces)) response.write(piece);
    response.end();
  };
  app.get('/pieces', (_request, response) => sendPieces(response.type('csv'), asked()));
  app.get('/few', (_request, response) => sendPieces(response.type('csv'), of('one', 'two')));
  app.get('/events', (_request, response) => sendPieces(response.type('text/event-stream'), of(long)));
  app.get('/failing', (_request, response) => sendPieces(response.type('csv'), failing()));
  server = await listen(app, { host: '127.0.0.1', port: 0 });
});
afterAll(() => server.stop());

async function* of(...pieces: string[]) {
  yield* pieces;
}
async function* asked() {
  for (let piece = await nextPiece.promise; piece !== undefined; piece = await nextPiece.promise) {
    nextPiece = Promise.withResolvers();
    yield piece;
  }
}
async function* failing(): AsyncGenerator<string> {
  yield 'a head';
  throw Object.assign(new Error('the rows are gone'), { status: 503 });
}

/** An answer as it was on the wire. */
async function ask(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const sent = request(new URL(path, server.url), { method, headers });
  sent.end();
  const [response] = await once(sent, 'response');
  const bytes = Buffer.concat(await response.toArray());
  return { status: response.statusCode as number, headers: response.headers as IncomingHttpHeaders, bytes };
}

const decoded = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  plain: (bytes: Buffer) => bytes,
};

test.each([
  ['gzip', 'gzip'],
  ['br', 'br'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip;q=1.0, br;q=0.5', 'gzip'],
  ['GZIP ; q=0.2', 'gzip'],
  ['*', 'br'],
  ['br;q=0, *;q=0.1', 'gzip'],
  ['gzip, identity', 'gzip'],
  ['identity;q=1, gzip;q=0.5', 'plain'],
  ['gzip;q=0', 'plain'],
  ['gzip;q=0, *;q=0', 'plain'],
  ['gzip;q=much', 'plain'],
  ['deflate, zstd', 'plain'],
  ['', 'plain'],
  [undefined, 'plain'],
] as const)('Who accepts "%s" gets a page as %s, of the length it says', async (accepted, encoding) => {
  const { headers, bytes } = await ask(
    '/page',
    accepted === undefined ? {} : { 'Accept-Encoding': accepted },
  );

  expect(headers['content-encoding'] ?? 'plain').toBe(encoding);
  expect(decoded[encoding](bytes).toString()).toBe(long);
  expect(headers['content-length']).toBe(String(bytes.length));
  expect(headers.vary).toBe('Cookie, Accept-Encoding');
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
});

test.each([
  ['/json', 'application/json; charset=utf-8'],
  ['/feed', 'application/rss+xml; charset=utf-8'],
  ['/file', 'text/css; charset=utf-8'],
])('%s is compressed, and keeps its type', async (path, type) => {
  const { headers, bytes } = await ask(path, { 'Accept-Encoding': 'gzip' });

  expect(headers).toMatchObject({
    'content-encoding': 'gzip',
    'content-type': type,
    vary: 'Accept-Encoding',
  });
  expect(gunzipSync(bytes).toString()).toContain('née le 1er mai');
});

test('What is below 1 KiB goes as it is, and says that a longer answer might not', async () => {
  const { headers, bytes } = await ask('/short', { 'Accept-Encoding': 'gzip' });

  expect(headers).toMatchObject({ 'content-length': '1023', vary: 'Accept-Encoding' });
  expect(headers['content-encoding']).toBeUndefined();
  expect(bytes.toString()).toBe(short);
});

test.each(['/picture', '/events'])('%s, which is no text or a live one, goes as it is', async (path) => {
  const { headers } = await ask(path, { 'Accept-Encoding': 'gzip' });

  expect([headers['content-encoding'], headers.vary]).toEqual([undefined, undefined]);
});

test.each(['identity', 'gzip'])('HEAD says what GET does of %s', async (encoding) => {
  const headers = { 'Accept-Encoding': encoding };
  const [get, head] = [await ask('/page', headers), await ask('/page', headers, 'HEAD')];

  expect({ ...head.headers, date: '', 'x-request-id': '' }).toEqual({
    ...get.headers,
    date: '',
    'x-request-id': '',
  });
  expect(head.bytes).toHaveLength(0);
});

describe('Entity tags', () => {
  test('that are weak are one for all encodings, and answered by a 304 that varies as the page does', async () => {
    const [plain, small] = [await ask('/page'), await ask('/page', { 'Accept-Encoding': 'br' })];
    const etag = String(plain.headers.etag);
    const again = await ask('/page', { 'If-None-Match': etag, 'Accept-Encoding': 'gzip' });

    expect(small.headers.etag).toBe(etag);
    expect(again).toMatchObject({ status: 304, headers: { etag, vary: 'Cookie, Accept-Encoding' } });
  });

  test('that are strong are another for each encoding, and name what was tagged', async () => {
    const encodings = ['identity', 'gzip', 'br'];
    const tags = await Promise.all(
      encodings.map(async (encoding) =>
        String((await ask('/tagged', { 'Accept-Encoding': encoding })).headers.etag),
      ),
    );
    const again = await Promise.all(
      encodings.map((encoding) =>
        ask('/tagged', { 'Accept-Encoding': encoding, 'If-None-Match': tags[1] ?? '' }),
      ),
    );

    expect(new Set(tags).size).toBe(3);
    expect(tags.map(tagBeforeEncoding)).toEqual(Array(3).fill('"of-these-bytes"'));
    expect(again.map(({ status }) => status)).toEqual([200, 304, 200]);
  });
});

describe('What is sent in pieces', () => {
  test.each([
    ['gzip', createGunzip],
    ['br', createBrotliDecompress],
  ] as const)('arrives piece by piece, by %s', async (encoding, createDecoder) => {
    const sent = request(new URL('/pieces', server.url), { headers: { 'Accept-Encoding': encoding } });
    sent.end();
    nextPiece.resolve('a'.repeat(2000));
    const [response] = await once(sent, 'response');
    const rows = response.pipe(createDecoder().setEncoding('utf8'));
    const [first] = await once(rows, 'data');
    nextPiece.resolve('a second');
    const [second] = await once(rows, 'data');
    nextPiece.resolve(undefined);
    await once(rows, 'end');
    nextPiece = Promise.withResolvers();

    expect([first, second]).toEqual(['a'.repeat(2000), 'a second']);
    expect(response.headers).toMatchObject({ 'content-encoding': encoding, vary: 'Accept-Encoding' });
  });

  test('is not compressed where all of it is short', async () => {
    const { headers, bytes } = await ask('/few', { 'Accept-Encoding': 'gzip' });

    expect(headers['content-encoding']).toBeUndefined();
    expect(bytes.toString()).toBe('onetwo');
  });

  test('can be answered with an error until some of it has gone out', async () => {
    const { status, headers } = await ask('/failing', { 'Accept-Encoding': 'gzip' });

    expect([status, headers['content-encoding']]).toEqual([503, undefined]);
  });
});

test('Somebody who leaves while a page is compressed is no error', async () => {
  const sent = request(new URL('/page', server.url), { headers: { 'Accept-Encoding': 'br' } });
  sent.on('error', () => undefined).end();
  await once(sent, 'finish');
  sent.destroy();

  expect((await ask('/page')).status).toBe(200);
});
