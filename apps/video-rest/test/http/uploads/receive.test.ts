import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile, stat } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import path from 'node:path';
import { eventually, startProcess } from '@campus/testing';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { useStorage } from '../../support/storage.ts';
import { startUploadServer, type UploadServer } from '../../support/upload-server.ts';

const media = useStorage();
const maxBytes = 4 * 1024 * 1024;
let server: UploadServer;
const closing: (() => unknown)[] = [];

beforeAll(async () => {
  server = await startUploadServer({ storage: media.storage, maxBytes });
});
afterAll(() => server.stop());
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  for (const upload of server.received.splice(0)) await upload.dispose();
  server.refused.length = 0;
  expect(await filesOnTheirWay()).toEqual([]);
});

const filesOnTheirWay = async () => (await media.tree('tmp')).filter((name) => !name.endsWith('/'));

/** One part, with its header lines as given. */
function part(disposition: string, content: string | Uint8Array, ...lines: string[]): Buffer {
  const head = [`Content-Disposition: form-data; ${disposition}`, ...lines].join('\r\n');
  return Buffer.concat([Buffer.from(`--b\r\n${head}\r\n\r\n`), Buffer.from(content), Buffer.from('\r\n')]);
}

const end = Buffer.from('--b--\r\n');

/** Sends these parts as a body with a length. */
async function send(parts: Uint8Array[], headers: Record<string, string> = {}, url = server.url) {
  const response = await fetch(url, {
    method: 'POST',
    body: Buffer.concat([...parts, end]),
    headers: { 'Content-Type': 'multipart/form-data; boundary=b', ...headers },
  });
  return { status: response.status, body: JSON.parse(await response.text()) };
}

/** A raw connection with the head of an upload sent. */
async function givenUpload(...lines: string[]): Promise<{ socket: Socket; answer: () => string }> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  closing.push(() => socket.destroy());
  socket.on('error', () => undefined);
  let answer = '';
  socket.setEncoding('utf8').on('data', (piece) => {
    answer += piece;
  });
  await once(socket, 'connect');
  const head = ['POST / HTTP/1.1', 'Host: x', 'Content-Type: multipart/form-data; boundary=b', ...lines];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  return { socket, answer: () => answer };
}

const video = 'name="video"; filename="lecture"';

describe('An upload', () => {
  test.each([
    ['before the file', [0, 1, 2]],
    ['after the file', [2, 0, 1]],
    ['around the file', [0, 2, 1]],
  ])('is taken with its fields %s', async (_where, order) => {
    const bytes = randomBytes(300_000);
    const parts = [
      part('name="title"', 'Algèbre'),
      part('name="owner"', '/rest/users/1/'),
      part(video, bytes),
    ];

    const { status, body } = await send(order.map((index) => parts[index] ?? end));

    expect(status).toBe(200);
    expect(body).toMatchObject({
      fields: { title: ['Algèbre'], owner: ['/rest/users/1/'] },
      file: { size: bytes.length },
    });
    expect(bytes.equals(await readFile(body.file.path))).toBe(true);
    expect((await stat(body.file.path)).mode & 0o777).toBe(0o600);
  });

  test('Given a text that begins in the piece that ends the file, When the file is written before the rest comes, Then both are whole', async () => {
    const bytes = randomBytes(50_000);
    const begin = Buffer.concat([part(video, bytes), part('name="title"', 'Algèbre ').subarray(0, -2)]);
    const remainder = Buffer.concat([Buffer.from('linéaire\r\n'), end]);
    const { socket, answer } = await givenUpload(`Content-Length: ${begin.length + remainder.length}`);
    socket.write(begin);
    await eventually(async () => {
      const [name = ''] = await filesOnTheirWay();
      expect((await stat(path.join(media.mediaRoot, name))).size).toBe(bytes.length);
    });

    socket.write(remainder);

    await eventually(() => expect(answer()).toContain('"title":["Algèbre linéaire"]'));
    const [received] = server.received;
    expect(bytes.equals(await readFile(received?.file?.path ?? ''))).toBe(true);
  });

  test('keeps all values of a repeated field, and names that look like something else', async () => {
    const { body } = await send([
      ...[part('name="tag"', 'one'), part('name="tag"', 'two'), part('name="__proto__"', 'x')],
      part('name="a[0]"', 'y'),
    ]);

    expect(Object.entries(body.fields)).toEqual([
      ['tag', ['one', 'two']],
      ['__proto__', ['x']],
      ['a[0]', ['y']],
    ]);
  });

  test('of which the part "video" is a text is passed on as a field', async () => {
    const { body } = await send([part('name="video"', 'not a file')]);

    expect(body).toEqual({ fields: { video: ['not a file'] }, file: null });
  });

  test('of which the part "video" has no file name, only a type, is passed on as an empty field', async () => {
    const { body } = await send([part('name="video"', 'abc', 'Content-Type: application/octet-stream')]);

    expect(body).toEqual({ fields: { video: [''] }, file: null });
  });

  test('of a form in which no file was chosen has an empty field', async () => {
    const { body } = await send([
      part('name="video"; filename=""', '', 'Content-Type: application/octet-stream'),
    ]);

    expect(body).toEqual({ fields: { video: [''] }, file: null });
  });

  test('has a name of our own, whatever the client calls it', async () => {
    const { body } = await send([part('name="video"; filename="../../etc/passwd"', 'abc')]);

    expect(path.relative(media.mediaRoot, body.file.path)).toMatch(/^tmp\/\d+\/file-[0-9a-f]{32}$/);
  });
});

describe('An upload is refused and nothing is left', () => {
  const broken: [string, Buffer[], Record<string, string>, object][] = [
    [
      'another file part',
      [part('name="poster"; filename="x"', 'abc')],
      {},
      { code: 'unexpected_file', part: 'poster' },
    ],
    [
      'a second video',
      [part(video, 'abc'), part(video, 'abc')],
      {},
      { code: 'unexpected_file', part: 'video' },
    ],
    ['no boundary', [part(video, 'abc')], { 'Content-Type': 'multipart/form-data' }, { code: 'malformed' }],
    [
      'another boundary',
      [part(video, 'abc')],
      { 'Content-Type': 'multipart/form-data; boundary=c' },
      { code: 'malformed' },
    ],
    ['a compressed body', [part(video, 'abc')], { 'Content-Encoding': 'gzip' }, { code: 'encoded' }],
    ['a part without a name', [part('filename="x"', 'abc')], {}, { code: 'parts_refused' }],
    ['a text without a name', [part('size="1"', 'abc')], {}, { code: 'parts_refused' }],
    ['a name that is too long', [part(`name="${'n'.repeat(300)}"`, 'abc')], {}, { code: 'parts_refused' }],
    [
      'too many parts',
      Array.from({ length: 250 }, (_, n) => part(`name="f${n}"`, '')),
      {},
      { code: 'parts_refused' },
    ],
    [
      'a field that is too long',
      [part('name="title"', 'x'.repeat(2 ** 21 + 1))],
      {},
      { code: 'texts_too_large' },
    ],
    [
      'fields that are too long together, after the file',
      [part(video, 'abc'), ...Array.from({ length: 3 }, (_, n) => part(`name="f${n}"`, 'x'.repeat(2 ** 20)))],
      {},
      { code: 'texts_too_large' },
    ],
    [
      'fields that are too long together, before the file',
      [...['a', 'b', 'c'].map((name) => part(`name="${name}"`, 'x'.repeat(2 ** 20))), part(video, 'abc')],
      {},
      { code: 'texts_too_large' },
    ],
    [
      'fields that are too long together right before the file',
      [
        ...['a', 'b'].map((name) => part(`name="${name}"`, 'x'.repeat(2 ** 20 - 1))),
        part('name="c"', 'x'),
        part(video, 'abc'),
      ],
      {},
      { code: 'texts_too_large' },
    ],
    [
      'a file that is one byte too large',
      [part(video, Buffer.alloc(maxBytes + 1))],
      {},
      { code: 'too_large' },
    ],
  ];
  test.each(broken)('%s', async (_name, parts, headers, refusal) => {
    const { status, body } = await send(parts, headers);

    expect(body).toMatchObject(refusal);
    expect(status).toBe(400);
  });

  test('a file where none is taken', async () => {
    const textsOnly = await startUploadServer({ storage: media.storage, maxBytes, filePart: null });
    closing.push(() => textsOnly.stop());

    const refused = await send([part(video, 'abc')], {}, textsOnly.url);
    const taken = await send([part('name="title"', 'abc')], {}, textsOnly.url);

    expect(refused.body).toMatchObject({ code: 'unexpected_file', part: 'video' });
    expect(taken.body).toEqual({ fields: { title: ['abc'] }, file: null });
  });

  test('a file of exactly the limit is not', async () => {
    const { body } = await send([part(video, Buffer.alloc(maxBytes))]);

    expect(body.file.size).toBe(maxBytes);
  });

  test('Given Content-Length tells that it is too large, Then the body is not asked for', async () => {
    const { socket, answer } = await givenUpload(`Content-Length: ${maxBytes * 10}`, 'Expect: 100-continue');
    await once(socket, 'end');

    expect(answer()).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer()).toContain('"too_large"');
  });

  test.each([
    ['the file goes on for ever', () => part(video, '').subarray(0, -2), 'too_large'],
    ['what is after the end goes on for ever', () => Buffer.concat([part(video, 'abc'), end]), 'too_large'],
    [
      'another file goes on for ever',
      () => part('name="x"; filename="x"', '').subarray(0, -2),
      'unexpected_file',
    ],
  ])('When %s, Then it is answered at once', async (_name, begin, code) => {
    const { socket, answer } = await givenUpload('Transfer-Encoding: chunked');
    const chunk = (bytes: Uint8Array) =>
      Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);
    const piece = chunk(Buffer.alloc(64 * 1024));
    const sendOn = () => {
      while (!socket.destroyed && socket.write(piece));
    };
    // Whether its last write is refused or not, as the two ends race.
    const closed = new Promise((resolve) => socket.once('close', resolve));

    socket.write(chunk(begin()));
    socket.on('drain', sendOn);
    sendOn();
    await closed;

    expect(answer()).toContain(`"${code}"`);
  });

  test('Given less space than the minimum, Then the body is not asked for', async () => {
    const careful = await media.openAnother({ minFreeBytes: 2 ** 60 });
    const full = await startUploadServer({ storage: careful, maxBytes });
    closing.push(() => full.stop());

    const { body } = await send([part(video, 'abc')], {}, full.url);

    expect(body.code).toBe('too_little_space');
  });
});

describe('When the client goes away', () => {
  test.each([
    ['in the middle of the file', () => part(video, Buffer.alloc(1_000_000))],
    ['in the header of a part', () => Buffer.from('--b\r\nContent-Disposition: form-da')],
    ['before the first byte of the body', () => Buffer.alloc(0)],
    ['after the file', () => Buffer.concat([part(video, Buffer.alloc(1_000_000)), Buffer.from('--b\r\n')])],
  ])('%s, nothing is left', async (_name, begin) => {
    const { socket } = await givenUpload('Content-Length: 3000000');
    socket.write(begin());
    if (begin().length > 1_000_000)
      await eventually(async () => expect(await filesOnTheirWay()).toHaveLength(1));

    socket.resetAndDestroy();

    await eventually(() => expect(server.refused).toEqual(['client_gone']));
    expect(await filesOnTheirWay()).toEqual([]);
  });
});

test('When the process is killed in the middle of an upload, Then a sweep removes it and spares another', async () => {
  const killed = await givenUploadProcess();
  const living = await givenUploadProcess();
  for (const url of [killed.url, living.url]) await beginUpload(url);
  await eventually(async () => expect(await filesOnTheirWay()).toHaveLength(2));

  await killed.child.kill('SIGKILL');

  await eventually(async () => {
    await media.storage.sweep();
    expect(await filesOnTheirWay()).toHaveLength(1);
  });
  await living.child.kill('SIGKILL');
  await eventually(async () => {
    await media.storage.sweep();
    expect(await filesOnTheirWay()).toEqual([]);
  });
});

async function givenUploadProcess() {
  const child = startProcess({
    command: process.execPath,
    args: [
      path.join(import.meta.dirname, '../../support/upload-process.ts'),
      media.databaseUrl,
      media.mediaRoot,
    ],
  });
  closing.push(() => child[Symbol.asyncDispose]());
  const [, url = ''] = await child.waitForOutput(/ready on (\S+)/);
  return { child, url };
}

async function beginUpload(url: string): Promise<void> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  closing.push(() => socket.destroy());
  socket.on('error', () => undefined);
  const head = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=b\r\n';
  socket.write(`${head}Content-Length: 9000000\r\n\r\n`);
  socket.write(part(video, Buffer.alloc(1_000_000)));
}
