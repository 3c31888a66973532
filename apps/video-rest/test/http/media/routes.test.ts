import { once } from 'node:events';
import { symlink, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { serviceItself } from '@campus/accounts';
import { answerError } from '@campus/rest';
import { createShell, type Listening, listen } from '@campus/service';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import pino from 'pino';
import type { Prisma } from '../../../generated/client.ts';
import { createAuthenticator } from '../../../src/accounts/authenticate.ts';
import { createToken } from '../../../src/accounts/tokens.ts';
import { addKeptRow } from '../../../src/data/kept-files.ts';
import { nextId } from '../../../src/data/row-ids.ts';
import { updateVideo } from '../../../src/data/videos.ts';
import { explainError } from '../../../src/http/explain-error.ts';
import { mediaRoutes } from '../../../src/http/media/media-routes.ts';
import { type MediaUrls, openMediaUrls } from '../../../src/http/media/media-urls.ts';
import { mediaSender } from '../../../src/http/media/send-media.ts';
import { passwordCheckOn } from '../../support/accounts.ts';
import { outputsOfVideo } from '../../support/on-air.ts';
import { type GivenVideo, useStorage } from '../../support/storage.ts';

const files = useStorage();
const logged: string[] = [];
let server: Listening;
let media: MediaUrls;
let now = new Date();
const tokens: Record<string, string> = {};
let ownerId = 0;

beforeAll(async () => {
  const { db, storage } = files;
  const log = pino({ level: 'debug' }, { write: (line) => void logged.push(line) });
  media = await openMediaUrls(db, () => now);
  const identify = createAuthenticator({
    database: db,
    checkPassword: passwordCheckOn(db),
    onError: () => undefined,
  });
  const app = createShell({ log, trustedProxies: [] });
  app.use(
    '/media',
    mediaRoutes({
      db,
      storage,
      media,
      send: mediaSender({ now: () => new Date() }),
      authenticate: (call) => identify(call.headersDistinct.authorization ?? [], call.ip ?? ''),
    }),
  );
  app.use(answerError({ language: 'en', explain: explainError }));
  server = await listen(app, { host: '127.0.0.1', port: 0 });
  for (const [username, rights] of Object.entries({
    ada: {},
    eve: {},
    staff: { isStaff: true },
    root: { isSuperuser: true },
  })) {
    const { id } = await db.prisma.user.create({ data: { username, ...rights } });
    if (username === 'ada') ownerId = id;
    const { key } = await createToken(db, { by: serviceItself, username });
    tokens[username] = key;
  }
});
afterAll(() => server.stop());
beforeEach(() => {
  now = new Date();
});

/** A video of Ada's that is on air, and the paths of what there is of it. */
async function givenOnAir(video: GivenVideo = {}) {
  const { id, sourceFile, slug } = await files.givenVideo({ content: '0123456789', ownerId, ...video });
  const encodingId = await files.givenOnAir(id, {
    'master.m3u8': '#EXTM3U\n720.m3u8\n',
    '720.m3u8': '#EXTM3U\n720.m4s\n',
    '720.m4s': '0123456789',
    'audio.m4a': 'audio',
    'poster.jpg': 'poster',
  });
  const place = (file: string) => ({ videoId: id, folder: `encoding-${encodingId}`, file });
  const source = { videoId: id, folder: 'source', file: sourceFile };
  return { id, encodingId, slug, place, source };
}

const publicPath = (place: Parameters<MediaUrls['publicUrl']>[1]) => media.publicUrl('', place);
const signedPath = (place: Parameters<MediaUrls['signedUrl']>[1]) => media.signedUrl('', place);
/** Asks for a path, or an address of another process. */
async function ask(method: string, url: string, headers: Record<string, string> = {}) {
  // By itself fetch adds `no-cache` to a conditional request, which rules a 304 out.
  const plain = { 'Cache-Control': 'max-age=0', ...headers };
  const response = await fetch(new URL(url, server.url), { method, headers: plain });
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: await response.text(),
  };
}

const get = (url: string, headers?: Record<string, string>) => ask('GET', url, headers);
const getAs = (user: string, url: string) => get(url, { Authorization: `Token ${tokens[user]}` });

describe('The picture of a video of before it was on air', () => {
  /** A video that is on air by now, and a picture that it had before. */
  async function givenFormer(video: GivenVideo = {}) {
    const { id, encodingId, ...others } = await givenOnAir(video);
    const outputs = { ...outputsOfVideo } as unknown as Prisma.InputJsonObject;
    await files.db.prisma.encoding.update({ where: { id: encodingId }, data: { outputs } });
    return { id, former: { videoId: id, folder: 'poster', file: 'image-1.jpg' }, ...others };
  }

  test('is that of now, where a page of then loads it later', async () => {
    const { former } = await givenFormer();

    const { status, headers, body } = await get(publicPath(former));

    expect([status, headers['content-type'], body]).toEqual([200, 'image/jpeg', 'poster']);
  });

  test('is the image that somebody has chosen since', async () => {
    const { former, id } = await givenFormer();
    const { db, storage } = files;
    const folder = await db.prisma.folder.create({ data: { ownerId, name: 'pictures' } });
    const temporaryFile = await files.givenFile('whole picture');
    const resized = {
      large: await files.givenFile('large picture'),
      medium: await files.givenFile(),
      small: await files.givenFile(),
    };
    await storage.place(async (place) => {
      const image = await place.image({ temporaryFile, extension: 'png', resized });
      await db.prisma.$transaction(async (tx) => {
        const thumbnailId = await nextId(tx, 'images');
        const storedFile = await image.into(tx, thumbnailId);
        const columns = { name: 'photo', folderId: folder.id, createdById: ownerId, storedFile };
        await addKeptRow(tx, 'images', { id: thumbnailId, ...columns });
        await tx.video.update({ where: { id }, data: { thumbnailId } });
      });
    });

    const { headers, body } = await get(publicPath(former));

    expect([headers['content-type'], body]).toEqual(['image/webp', 'large picture']);
  });

  test('is for whoever may watch, and whoever was given its address', async () => {
    const { former } = await givenFormer({ isDraft: true });
    const signed = signedPath(former);

    const answers = await Promise.all([
      getAs('ada', publicPath(former)),
      getAs('eve', publicPath(former)),
      get(publicPath(former)),
      get(signed),
      get(signed.replace(/signed\/[^/]+/, 'signed/1-a')),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([200, 404, 401, 200, 403]);
  });

  test('is none where the video has no picture', async () => {
    const { id } = await files.givenVideo({ ownerId });
    const address = publicPath({ videoId: id, folder: 'poster', file: 'image-1.jpg' });

    expect((await getAs('ada', address)).status).toBe(404);
  });
});

describe('What is on air of a video', () => {
  test.each([
    ['master.m3u8', 'application/vnd.apple.mpegurl'],
    ['720.m4s', 'video/mp4'],
    ['audio.m4a', 'audio/mp4'],
    ['poster.jpg', 'image/jpeg'],
  ])('is for everybody, with its type and the safeguards: %s', async (file, type) => {
    const { place } = await givenOnAir();

    const { status, headers } = await get(publicPath(place(file)));

    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': type,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'cache-control': 'no-cache',
      'accept-ranges': 'bytes',
      etag: expect.stringMatching(/^"[^"]+"$/),
      'last-modified': expect.any(String),
    });
    expect(headers).not.toHaveProperty('content-disposition');
    expect(headers).not.toHaveProperty('access-control-allow-origin');
  });

  test.each([
    [{ isDraft: true }, [200, 200, 200, 404]],
    [{ isRestricted: true }, [200, 200, 200, 200]],
  ])(
    'is for its owner, staff and superusers, and who may watch, when the video is %j: %j',
    async (flags, expected) => {
      const { place } = await givenOnAir(flags);
      const address = publicPath(place('720.m4s'));

      const statuses = await Promise.all(
        ['ada', 'staff', 'root', 'eve'].map(async (user) => (await getAs(user, address)).status),
      );
      const anonymous = await get(address);

      expect(statuses).toEqual(expected);
      expect(anonymous.status).toBe(401);
      expect(anonymous.headers['www-authenticate']).toBeDefined();
      expect(JSON.parse(anonymous.body)).toEqual({ detail: 'Authentication credentials were not provided.' });
      expect((await getAs('ada', address)).headers['cache-control']).toBe('private, no-cache');
    },
  );

  test('is for nobody any more once another run is on air, and the former address is a 404', async () => {
    const { id, place } = await givenOnAir();
    await files.givenOnAir(id);

    expect((await getAs('ada', publicPath(place('720.m4s')))).status).toBe(404);
    expect((await get(signedPath(place('720.m4s')))).status).toBe(404);
    expect((await get(publicPath(place('720.m4s')))).status).toBe(401);
  });
});

describe('The source', () => {
  test('is an attachment named after the video, for its owner', async () => {
    const { source, slug } = await givenOnAir({ extension: 'mkv' });

    const { status, headers, body } = await getAs('ada', publicPath(source));

    expect(status).toBe(200);
    expect(body).toBe('0123456789');
    expect(headers).toMatchObject({
      'content-type': 'video/x-matroska',
      'content-disposition': `attachment; filename="${slug}.mkv"`,
    });
    expect((await get(publicPath(source))).status).toBe(401);
    expect((await getAs('eve', publicPath(source))).status).toBe(404);
  });

  test('is for everybody where downloading is allowed, unless the video is a draft or restricted', async () => {
    const [open, draft] = [
      await givenOnAir({ allowDownloading: true }),
      await givenOnAir({ allowDownloading: true, isDraft: true }),
    ];

    expect((await get(publicPath(open.source))).status).toBe(200);
    expect((await get(publicPath(draft.source))).status).toBe(401);
  });

  test('that was replaced is gone for everybody', async () => {
    const { id, source } = await givenOnAir({ allowDownloading: true });
    await updateVideo(files.db.prisma, id, { sourceFile: 'source-new.mp4' });

    expect((await getAs('ada', publicPath(source))).status).toBe(404);
  });
});

describe('A signed address', () => {
  test('serves a restricted video, and the relative addresses in its playlists go on serving', async () => {
    const { place } = await givenOnAir({ isRestricted: true });
    const address = media.signedUrl(server.url, place('master.m3u8'));

    const master = await fetch(address);
    const segment = await fetch(new URL('720.m4s', address));

    expect(await master.text()).toContain('720.m3u8');
    expect(master.headers.get('cache-control')).toBe('private, no-cache');
    expect(await segment.text()).toBe('0123456789');
  });

  test('serves the source, and nothing beside it', async () => {
    const { source, place } = await givenOnAir({ isDraft: true });
    const address = signedPath(source);

    expect((await get(address)).status).toBe(200);
    const elsewhere = address.replace(/\/source\/.*/, `/${place('720.m4s').folder}/720.m4s`);
    expect((await get(elsewhere)).status).toBe(403);
  });

  test('is the same for five minutes, ends an hour after them, and then challenges nobody', async () => {
    const { place } = await givenOnAir({ isRestricted: true });
    now = new Date('2030-01-01T08:00:01Z');
    const address = signedPath(place('720.m4s'));

    now = new Date('2030-01-01T08:05:00Z');
    expect(signedPath(place('720.m4s'))).toBe(address);
    now = new Date('2030-01-01T09:04:59Z');
    expect((await get(address)).status).toBe(200);
    now = new Date('2030-01-01T09:05:00Z');
    const late = await get(address);
    expect([late.status, late.headers['www-authenticate']]).toEqual([403, undefined]);
    expect((await getAs('ada', address)).status).toBe(200);
  });

  test('does not serve another video, nor with another time', async () => {
    const [one, other] = [await givenOnAir({ isRestricted: true }), await givenOnAir({ isRestricted: true })];
    const address = signedPath(one.place('720.m4s'));
    const [, signature = ''] = /\/signed\/([^/]+)\//.exec(address) ?? [];
    const [seconds = '', ...mac] = signature.split('-');
    const longer = `${Number(seconds) + 3600}-${mac.join('-')}`;

    expect(
      (await get(`/media/signed/${signature}/${publicPath(other.place('720.m4s')).slice(7)}`)).status,
    ).toBe(403);
    expect((await get(address.replace(signature, longer))).status).toBe(403);
  });

  test('is valid in every process of the instance', async () => {
    const { place } = await givenOnAir({ isRestricted: true });
    const another = await openMediaUrls(files.db, () => now);

    expect((await get(another.signedUrl('', place('720.m4s')))).status).toBe(200);
  });
});

describe('Parts and conditions', () => {
  test.each([
    ['bytes=2-4', '234', 'bytes 2-4/10'],
    ['bytes=7-', '789', 'bytes 7-9/10'],
    ['bytes=-2', '89', 'bytes 8-9/10'],
    ['bytes=5-100', '56789', 'bytes 5-9/10'],
  ])('%s gives %j', async (range, bytes, contentRange) => {
    const { place } = await givenOnAir();

    const { status, headers, body } = await get(publicPath(place('720.m4s')), { Range: range });

    expect(status).toBe(206);
    expect(body).toBe(bytes);
    expect(headers).toMatchObject({ 'content-range': contentRange, 'content-length': String(bytes.length) });
  });

  test('a range beyond the end is a 416 in JSON', async () => {
    const { source } = await givenOnAir({ allowDownloading: true });

    const { status, headers, body } = await get(publicPath(source), { Range: 'bytes=10-' });

    expect(status).toBe(416);
    expect(headers).toMatchObject({
      'content-range': 'bytes */10',
      'content-type': 'application/json; charset=utf-8',
    });
    expect(headers).not.toHaveProperty('content-disposition');
    expect(JSON.parse(body)).toEqual({ detail: expect.any(String) });
  });

  test('what the caller has already is a 304; If-Range decides between a part and all', async () => {
    const { place } = await givenOnAir();
    const address = publicPath(place('720.m4s'));
    const { headers } = await get(address);
    const part = (condition: string) => get(address, { Range: 'bytes=0-1', 'If-Range': condition });

    expect((await get(address, { 'If-None-Match': headers.etag ?? '' })).status).toBe(304);
    expect((await get(address, { 'If-Modified-Since': headers['last-modified'] ?? '' })).status).toBe(304);
    expect((await get(address, { 'If-None-Match': '"x"' })).status).toBe(200);
    expect((await get(address, { 'If-Match': '"x"' })).status).toBe(412);
    expect((await part(headers.etag ?? '')).status).toBe(206);
    expect((await part('"x"')).status).toBe(200);
  });

  test('HEAD tells all but the bytes', async () => {
    const { place } = await givenOnAir();

    const { status, headers, body } = await ask('HEAD', publicPath(place('720.m4s')));

    expect(status).toBe(200);
    expect(headers).toMatchObject({ 'content-length': '10', 'content-type': 'video/mp4' });
    expect(body).toBe('');
  });

  test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('%s is a 405', async (method) => {
    const { place } = await givenOnAir();

    const { status, headers, body } = await ask(method, publicPath(place('720.m4s')));

    expect(status).toBe(405);
    expect(headers.allow).toBe('GET, HEAD');
    expect(JSON.parse(body)).toEqual({ detail: `Method "${method}" not allowed.` });
  });
});

describe('Where nginx sends the files', () => {
  let accelerated: Listening;
  beforeAll(async () => {
    const { db, storage } = files;
    const app = createShell({ log: pino({ level: 'silent' }), trustedProxies: [] });
    const send = mediaSender({ accelLocation: '/protected-media/', now: () => new Date() });
    const authenticate = () => Promise.reject(new Error('nobody asks for more than what is public'));
    app.use('/media', mediaRoutes({ db, storage, media, send, authenticate }));
    app.use(answerError({ language: 'en', explain: explainError }));
    accelerated = await listen(app, { host: '127.0.0.1', port: 0 });
  });
  afterAll(() => accelerated.stop());

  test('the answer names the place below MEDIA_ROOT, with the headers of the file and without its bytes', async () => {
    const { source, slug, id } = await givenOnAir({ allowDownloading: true });

    const whole = await get(accelerated.url + publicPath(source), { Range: 'bytes=2-4' });

    expect(whole).toMatchObject({ status: 200, body: '' });
    expect(whole.headers).toMatchObject({
      'x-accel-redirect': `/protected-media/videos/0000/${id}/${source.file}`,
      'content-type': 'video/mp4',
      'content-disposition': `attachment; filename="${slug}.mp4"`,
      'content-security-policy': "sandbox; default-src 'none'",
    });
    expect(whole.headers).not.toHaveProperty('etag');
  });

  test('what is not on disk is a 404 of the service', async () => {
    const { place } = await givenOnAir();

    const { status, headers, body } = await get(accelerated.url + publicPath(place('gone.m4s')));

    expect(status).toBe(404);
    expect(headers).not.toHaveProperty('x-accel-redirect');
    expect(JSON.parse(body)).toEqual({ detail: 'Not found.' });
  });
});

describe('What is not there', () => {
  test('looks to strangers like what is not theirs, and is a 404 to those who are known', async () => {
    const { place } = await givenOnAir({ isDraft: true });
    const there = publicPath(place('720.m4s'));
    const gone = publicPath({ ...place('720.m4s'), videoId: 2_000_000_000 });

    const [one, other] = [await get(there), await get(gone)];

    expect([one.status, one.body]).toEqual([401, other.body]);
    expect(other.status).toBe(401);
    expect((await getAs('eve', there)).body).toEqual((await getAs('eve', gone)).body);
    expect((await getAs('staff', gone)).status).toBe(404);
    expect((await getAs('eve', '/media/')).status).toBe(404);
  });

  test('is a 404 in the folder of a public video', async () => {
    const { place } = await givenOnAir();

    const { status, headers, body } = await get(publicPath(place('1080.m4s')));

    expect(status).toBe(404);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(JSON.parse(body)).toEqual({ detail: 'Not found.' });
  });

  test('are symbolic links and folders', async () => {
    const { id, encodingId, place } = await givenOnAir();
    const folder = files.encodingFolder({ videoId: id, encodingId });
    await writeFile(path.join(files.mediaRoot, 'secret.txt'), 'secret');
    await symlink(path.join(files.mediaRoot, 'secret.txt'), path.join(folder, 'link.mp4'));
    await symlink(files.mediaRoot, path.join(folder, 'folder.mp4'));

    expect((await get(publicPath(place('link.mp4')))).status).toBe(404);
    expect((await get(publicPath(place('folder.mp4')))).status).toBe(404);
  });

  test.each([
    '../../../secret.txt',
    '..%2f..%2f..%2fsecret.txt',
    '%2e%2e/%2e%2e/%2e%2e/secret.txt',
    '..%5c..%5csecret.txt',
    '720.m4s%00.mp4',
    '720.m4s%',
    './720.m4s',
    '%37%32%30.m4s',
    '720.m4s/',
  ])('is what %s would be, even for staff', async (file) => {
    const { place } = await givenOnAir();

    const answer = await overSocket(publicPath(place(file)), tokens.staff ?? '');

    expect(answer).toMatch(/^HTTP\/1\.1 404 /);
    expect(answer).not.toContain('secret');
    expect(answer).not.toContain('0123456789');
  });
});

test('A client that goes away in the middle is no error', async () => {
  const { id, encodingId, place } = await givenOnAir();
  const folder = files.encodingFolder({ videoId: id, encodingId });
  await writeFile(path.join(folder, 'large.mp4'), Buffer.alloc(30_000_000));
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  socket.write(`GET ${publicPath(place('large.mp4'))} HTTP/1.1\r\nHost: x\r\n\r\n`);
  await once(socket, 'data');

  socket.resetAndDestroy();

  expect((await get(publicPath(place('720.m4s')))).status).toBe(200);
  expect(logged.join('')).not.toContain('unexpected error');
});

/** Sends a path as it is; HTTP clients would tidy it. */
async function overSocket(address: string, token: string): Promise<string> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  const head = [`GET ${address} HTTP/1.1`, 'Host: x', `Authorization: Token ${token}`, 'Connection: close'];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  return text(socket);
}
