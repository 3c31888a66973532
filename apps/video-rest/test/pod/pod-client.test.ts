import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { Pod } from '../../src/pod/pod-client.ts';
import { html, type PodDouble, podToken, startPodDouble } from '../support/pod-double.ts';

const file = randomBytes(20_000);

/** With limits that a test can wait for. */
function clientOf({ url }: Pick<PodDouble, 'url'>, { mediaHosts = [] as string[], answerMs = 60_000 } = {}) {
  const waits: number[] = [];
  const pod = new Pod({
    ...{ base: new URL(url), token: podToken, mediaHosts, language: 'fr', version: '1' },
    onWait: (seconds) => waits.push(seconds),
    limits: { answerMs, stallMs: 500 },
  });
  return Object.assign(pod, {
    waits,
    fileAt: async (address: string) => buffer(pod.download(address).content),
  });
}

const busy = (status: number, retryAfter?: string) => (response: ServerResponse) => {
  response.writeHead(status, retryAfter === undefined ? {} : { 'retry-after': retryAfter }).end();
};

const redirect = (location: string) => (response: ServerResponse) => {
  response.writeHead(302, { location }).end();
};

const in2s = () => new Date(Date.now() + 2_000).toUTCString();

test.each([
  { status: 429, retryAfter: '1', atMost: 1 },
  { status: 503, retryAfter: '1', atMost: 1 },
  { status: 429, retryAfter: in2s, atMost: 2 },
  { status: 503, retryAfter: 'Wed, 21 Oct 2015 07:28:00 GMT', atMost: 1 },
  { status: 429, retryAfter: '-5', atMost: 1 },
  { status: 503, retryAfter: 'later', atMost: 2 },
  { status: 429, retryAfter: undefined, atMost: 2 },
])(
  'waits at $status with Retry-After $retryAfter, and asks again',
  async ({ status, retryAfter, atMost }) => {
    await using pod = await startPodDouble(() => ({ types: [] }));
    pod.instead.push({
      at: '/rest/types/',
      answer: busy(status, typeof retryAfter === 'function' ? retryAfter() : retryAfter),
    });
    const client = clientOf(pod);

    expect(await client.get('types/')).toMatchObject({ count: 0 });

    const [seconds, ...others] = client.waits;
    expect(others).toEqual([]);
    expect(seconds).toBeGreaterThanOrEqual(1);
    expect(seconds).toBeLessThanOrEqual(atMost);
    expect(pod.asked).toHaveLength(2);
  },
);

test('does not wait for a day', async () => {
  await using pod = await startPodDouble(() => ({ types: [] }));
  pod.instead.push({ at: '/rest/types/', answer: busy(503, '86400') });

  await expect(clientOf(pod).get('types/')).rejects.toThrow(
    /^127\.0\.0\.1:\d+ asks to wait 86400 s\. Call this later: it goes on\.$/,
  );
});

/** Sends on and on, as long as anybody listens. */
function endless(response: ServerResponse): void {
  const piece = Buffer.alloc(2 ** 20, ' ');
  const send = () => {
    while (response.writable && response.write(piece));
  };
  response.on('drain', send).writeHead(200, { 'content-type': 'application/json' });
  send();
}

test.each<[what: string, answer: (response: ServerResponse) => void, sentence: string]>([
  [
    'a page',
    (response) => html(response, 200, '<h1>Maintenance</h1>'),
    'answers a page, or something else that is no JSON',
  ],
  [
    'half of a list',
    (response) => response.end('{"count": 1, "results": [{'),
    'answers a page, or something else that is no JSON',
  ],
  ['nothing', (response) => response.end(), 'answers a page, or something else that is no JSON'],
  [
    'lists in lists',
    (response) => response.end('['.repeat(1e5) + ']'.repeat(1e5)),
    'deeper than any object has',
  ],
  ['text without an end', endless, 'answers more than 64 MiB'],
  [
    'text that unpacks to as much',
    (response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(65 * 2 ** 20, ' '))),
    'answers more than 64 MiB',
  ],
  ['a fault of its own', (response) => html(response, 500, '<h1>Server Error (500)</h1>'), 'answered 500'],
  ['a redirect to itself', redirect('/rest/types/'), 'redirects more than 5 times'],
])('takes %s for no object', async (_what, answer, sentence) => {
  await using pod = await startPodDouble(() => ({}));
  pod.instead.push({ at: '/rest/types/', stays: true, answer });

  await expect(clientOf(pod).get('types/')).rejects.toThrow(sentence);
});

test('does not wait for an answer that comes byte by byte', async () => {
  await using pod = await startPodDouble(() => ({}));
  pod.instead.push({
    at: '/rest/types/',
    stays: true,
    answer: (response) => {
      const timer = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(timer));
    },
  });

  await expect(clientOf(pod, { answerMs: 300 }).get('types/')).rejects.toThrow('no answer within 0.3 s');
  expect(pod.asked).toHaveLength(2);
});

test('takes files from the hosts that are named alone, and tells them no token', async () => {
  await using other = await startPodDouble(() => ({}));
  await using pod = await startPodDouble(() => ({}));
  const { port } = new URL(other.url);
  other.media.set('/media/film.mp4', file);
  pod.media.set('/media/film.mp4', file);
  const client = clientOf(pod, { mediaHosts: [`localhost:${port}`, `127.0.0.1:${port}`] });
  // Links of an instance behind a proxy have its inner scheme and port.
  for (const address of [
    '/media/film.mp4',
    'https://127.0.0.1/media/film.mp4',
    'http://127.0.0.1:8000/media/film.mp4',
  ])
    expect(file.equals(await client.fileAt(address))).toBe(true);
  expect(other.asked).toEqual([]);

  for (const host of ['localhost', `localhost:${port}`, `127.0.0.1:${port}`])
    expect(file.equals(await client.fileAt(`http://${host}/media/film.mp4`))).toBe(true);

  expect(other.asked).toHaveLength(3);
  for (const { headers } of other.asked) expect(headers).not.toHaveProperty('authorization');
});

test.each([
  'http://cdn.example.org/film.mp4',
  'http://169.254.169.254/latest/meta-data/',
  'http://10.0.0.1/film.mp4',
  'http://[::1]/film.mp4',
  'http://[::ffff:127.0.0.1]/film.mp4',
  'http://localhost/film.mp4',
  'http://127.0.0.1.example.org/film.mp4',
  'http://127.0.0.1@example.org/film.mp4',
  '//example.org/film.mp4',
  'file:///etc/passwd',
  'data:video/mp4,film',
  'http://[',
])('asks nobody for %s, nor where it is led there', async (address) => {
  await using pod = await startPodDouble(() => ({}));
  pod.instead.push({ at: '/media/led', stays: true, answer: redirect(address) });
  const client = clientOf(pod);

  await expect(async () => client.fileAt(address)).rejects.toThrow(
    /^leads to .*, a host that was not named$/,
  );
  await expect(client.fileAt('/media/led')).rejects.toThrow(/^leads to .*, a host that was not named$/);
});

test('takes the token nowhere else, not even to a host that is named', async () => {
  await using other = await startPodDouble(() => ({ types: [] }));
  await using pod = await startPodDouble(() => ({}));
  const { port } = new URL(other.url);
  const client = clientOf(pod, { mediaHosts: [`localhost:${port}`, `127.0.0.1:${port}`] });
  for (const host of [`localhost:${port}`, `127.0.0.1:${port}`]) {
    pod.instead.push({ at: '/rest/types/', answer: redirect(`http://${host}/rest/types/`) });
    await expect(client.get('types/')).rejects.toThrow(`redirects to ${host}, where the token must not go`);
  }
  expect(other.asked).toEqual([]);
});

test.each([
  ['/media/a%2F..%2F..%2Fpasswd.mp4', 'a/../../passwd.mp4'],
  ['/media/%00%1B[2J.mp4', '\0\u001b[2J.mp4'],
  ['/media/%ff.mp4', '%ff.mp4'],
  ['/media/', ''],
])('knows what the file at %s is called', async (address, name) => {
  const client = clientOf({ url: 'http://127.0.0.1:9' });

  expect(client.download(address).name).toBe(name);
});

const whole = { etag: '"one"', 'content-length': file.length };

const cutOff = (headers: object) => (response: ServerResponse) => {
  response.writeHead(200, { ...headers }).write(file.subarray(0, 1000));
};

const rest = (response: ServerResponse) => {
  const range = `bytes 1000-${file.length - 1}/${file.length}`;
  response
    .writeHead(206, { ...whole, 'content-length': file.length - 1000, 'content-range': range })
    .end(file.subarray(1000));
};

test('goes on with a file that stands still, by a part of the same version', async () => {
  await using pod = await startPodDouble(() => ({}));
  pod.instead.push({ at: '/media/film.mp4', answer: cutOff(whole) }, { at: '/media/film.mp4', answer: rest });

  expect(file.equals(await clientOf(pod).fileAt('/media/film.mp4'))).toBe(true);
  expect(pod.asked.map(({ headers: { range, 'if-range': version } }) => [range, version])).toEqual([
    [undefined, undefined],
    ['bytes=1000-', '"one"'],
  ]);
});

test('does not join parts of two files', async () => {
  await using pod = await startPodDouble(() => ({}));
  pod.instead.push(
    { at: '/media/film.mp4', answer: cutOff({ ...whole, etag: '"before"' }) },
    { at: '/media/film.mp4', answer: rest },
  );

  await expect(clientOf(pod).fileAt('/media/film.mp4')).rejects.toThrow(
    'its file has changed while it was read',
  );
});
