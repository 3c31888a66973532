import { once } from 'node:events';
import { connect } from 'node:net';
import path from 'node:path';
import { eventually, startProcess, terminateAll } from '@campus/testing';
import { afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { basic } from '../support/accounts.ts';
import { encodingsOf, givenUpload, launch, temporaryFiles, untilEncoding } from '../support/encode-videos.ts';
import { ffmpegsOn } from '../support/ffmpegs-on.ts';
import { pacedFfmpeg, sourceOfSeconds } from '../support/paced-ffmpeg.ts';
import { clientWith } from '../support/service.ts';
import { makeDataDir } from '../support/service-process.ts';

// What a service manager does by default: SIGTERM to every process of the service at once, with a stop that lasts.
const program = path.resolve(import.meta.dirname, '../../src/main.ts');
const authorization = basic('root', 'root-password');
const closing: (() => Promise<unknown>)[] = [];
let dataDir: string;
let mediaRoot: string;
let paced: string;

beforeAll(async () => {
  paced = await pacedFfmpeg();
  await sourceOfSeconds(60);
});
beforeEach(async () => {
  const made = await makeDataDir();
  closing.push(made.remove);
  dataDir = made.dataDir;
  mediaRoot = path.join(dataDir, 'media');
});
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** The service with its embedded PostgreSQL and one encoding at a time. */
async function start() {
  const service = startProcess({
    command: process.execPath,
    args: [program],
    cwd: dataDir,
    env: {
      DATA_DIR: dataDir,
      MEDIA_MIN_FREE: '0',
      SERVER_PORT: '0',
      METRICS_PORT: '0',
      ENCODE_CONCURRENCY: '1',
      ENCODE_THREADS: '1',
      FFMPEG_PATH: paced,
      ROOT_PASSWORD: 'root-password',
    },
  });
  closing.push(() => service[Symbol.asyncDispose]());
  const [, url = ''] = await service.waitForOutput(/ready on (http:\/\/[\w.:]+)/);
  const client = clientWith(url, { Authorization: authorization });
  const { body } = await client.get('/rest/users/me/').expect(200);
  const root = { id: body.id, username: 'root', url: body.url, token: '', client };
  return Object.assign(service, { url, root, staff: root, mediaRoot });
}

/** An upload whose client sends no more, so that the stop waits for it as long as it waits for anything. */
async function openUpload({ url }: { url: string }): Promise<void> {
  const { port, hostname } = new URL(url);
  const socket = connect(Number(port), hostname).on('error', () => undefined);
  closing.push(async () => void socket.destroy());
  await once(socket, 'connect');
  const part = '--b\r\nContent-Disposition: form-data; name="video"; filename="x.mp4"\r\n\r\nbytes';
  const head = ['POST /rest/videos/ HTTP/1.1', 'Host: x', `Authorization: ${authorization}`];
  const kind = ['Content-Type: multipart/form-data; boundary=b', 'Transfer-Encoding: chunked'];
  socket.write([...head, ...kind, '', part.length.toString(16), part, ''].join('\r\n'));
  const isReceived = (name: string) => name.startsWith('file-');
  await eventually(async () => (await temporaryFiles(mediaRoot)).some(isReceived));
}

test('Given an encoding at work and an upload open, When every process gets SIGTERM at once, Then the service ends well and the attempt does not count', async () => {
  const first = await start();
  const { id, slug } = await givenUpload(first, { source: await sourceOfSeconds(60) });
  await launch(first, slug);
  await untilEncoding(first);
  await openUpload(first);

  expect(await terminateAll(first)).toEqual({ code: 0, signal: null });

  expect(first.output()).not.toMatch(/"level":[56]0/);
  expect(first.output().match(/encoding of video \d+ begins/g)).toHaveLength(1);
  expect(await ffmpegsOn(mediaRoot)).toEqual([]);
  const second = await start();
  await untilEncoding(second);
  expect(await encodingsOf(second, id)).toMatchObject([{ state: 'running', attempts: 1, error: null }]);
});
