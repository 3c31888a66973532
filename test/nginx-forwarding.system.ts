import { once } from 'node:events';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import http from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { type RecordingServer, startRecordingServer } from '@campus/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type Nginx, startNginx } from './support/start-nginx.ts';

const host = 'video.example.org';
const servers: RecordingServer[] = [];
let nginx: Nginx;
let mediaRoot: string;

beforeAll(async () => {
  servers.push(await startRecordingServer(), await startRecordingServer());
  const [first = '', second = ''] = servers.map(({ url }) => new URL(url).host);
  mediaRoot = await mkdtemp(path.join(tmpdir(), 'media-'));
  nginx = await startNginx({
    LISTEN: 'plain',
    SIGNING_HOST: 'signing.example.org',
    SIGNING_UPSTREAM: first,
    // As an operator who names two replicas.
    VIDEO_HOST: host,
    VIDEO_UPSTREAM: `${first} max_fails=3 fail_timeout=5s; server ${second}`,
    MEDIA_ACCEL_LOCATION: '/protected-media/',
    MEDIA_ROOT: mediaRoot,
    ALLOWED_NETWORKS: '192.0.2.0/24 inside; 2001:db8:1::/48 inside;',
  });
});
afterAll(async () => {
  await nginx.stop();
  for (const server of servers) await server.stop();
  await rm(mediaRoot, { recursive: true });
});
beforeEach(() => {
  for (const server of servers) {
    server.requests.splice(0);
    server.answerWith((_request, response) => void response.end());
  }
});

/** Asks from an address of this machine, and gives the status. */
function ask(
  path: string,
  {
    method = 'GET',
    headers = {},
    localAddress = '127.0.0.1',
    body,
  }: { method?: string; headers?: Record<string, string>; localAddress?: string; body?: string } = {},
): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const call = http.request({
      host: '127.0.0.1',
      port: nginx.httpPort,
      localAddress,
      agent: false,
      method,
      path,
      headers: { Host: host, ...headers },
    });
    call.on('error', reject).on('response', (response) => {
      response.resume().on('end', () => resolve(response.statusCode));
    });
    call.end(body);
  });
}

/** Asks, and leaves the answer to be read. */
function open(path: string, headers: Record<string, string> = {}): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    const address = { host: '127.0.0.1', port: nginx.httpPort, path, agent: false } as const;
    http.get({ ...address, headers: { Host: host, ...headers } }, resolve).once('error', reject);
  });
}

/** The one request that came through. */
function arrived() {
  const [request] = servers.flatMap(({ requests }) => requests);
  if (request === undefined) throw new Error('nothing came through');
  return request;
}

describe('Behind somebody who ends TLS', () => {
  test('the client and its scheme are those that the trusted front names', async () => {
    await ask('/rest/', {
      headers: { 'X-Forwarded-For': '203.0.113.9, 192.0.2.7', 'X-Forwarded-Proto': 'https' },
    });

    expect(arrived().headers).toMatchObject({
      host,
      'x-forwarded-for': '192.0.2.7',
      'x-forwarded-proto': 'https',
      'x-forwarded-host': host,
    });
  });

  test('a client may have an address of IPv6, as may the network that is allowed', async () => {
    const from = (client: string) => ask('/rest/', { headers: { 'X-Forwarded-For': client } });

    expect(await from('2001:db8:2::7')).toBe(403);
    expect(await from('2001:DB8:1::7')).toBe(200);
    expect(arrived().headers).toMatchObject({ 'x-forwarded-for': '2001:db8:1::7' });
  });

  test('nobody else is believed', async () => {
    const headers = { 'X-Forwarded-For': '192.0.2.7', 'X-Forwarded-Host': 'evil.example.org' };

    expect(await ask('/rest/', { headers, localAddress: '127.0.0.2' })).toBe(403);
    await ask('/video/', { headers, localAddress: '127.0.0.2' });
    expect(arrived().headers).toMatchObject({ 'x-forwarded-for': '127.0.0.2', 'x-forwarded-host': host });
  });
});

test('What only a web server may say is taken from no client', async () => {
  const headers = {
    'X-Accel-Redirect': '/x',
    'X-Accel-Buffering': 'yes',
    Forwarded: 'for=192.0.2.1',
    'X-Real-IP': '192.0.2.1',
    'Keep-Alive': '1',
    TE: 'trailers',
    // Nor does a connection become another one behind its back.
    Connection: 'Upgrade',
    Upgrade: 'websocket',
  };

  expect(await ask('/video/', { headers })).toBe(200);

  const { headers: seen } = arrived();
  for (const name of Object.keys(headers)) expect(seen).not.toHaveProperty(name.toLowerCase());
});

/** What comes back for something that is not quite HTTP/1.1. */
async function send(lines: string[]): Promise<string> {
  const socket = connect(nginx.httpPort, '127.0.0.1');
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  return text(socket);
}

test('HTTP/1.0 is answered, to whoever names the service', async () => {
  expect(await send(['GET /video/ HTTP/1.0', `Host: ${host}`])).toMatch(/^HTTP\/1\.1 200 /);
  expect(await send(['GET /video/ HTTP/1.0'])).toBe('');
});

test.each([
  ['names no service', ['GET /video/ HTTP/1.1']],
  ['names two', ['GET /video/ HTTP/1.1', `Host: ${host}`, 'Host: signing.example.org']],
  [
    'has two lengths',
    ['POST /video/ HTTP/1.1', `Host: ${host}`, 'Content-Length: 4', 'Transfer-Encoding: chunked', '', 'abcd'],
  ],
  ['hides a line in a header', ['GET /video/ HTTP/1.1', `Host: ${host}`, 'X-Request-Id: a\rb: c']],
])('A request that %s is a 400 and goes no further', async (_, lines) => {
  expect(await send(lines)).toMatch(/^HTTP\/1\.1 400 /);
  expect(servers.flatMap(({ requests }) => requests)).toEqual([]);
});

test.each([
  ['/video/a%20b%C3%A9%22/', '/video/a%20b%C3%A9%22/'],
  ['/video//%61/./b/../c/?q=%2F%2e#x', '/video/a/c/?q=%2F%2e'],
  ['/video/a%3Fb%23c%25d%0D%0Ae/', '/video/a%3Fb%23c%25d%0D%0Ae/'],
])('The path goes on as nginx has understood it: %s', async (path, expected) => {
  await ask(path);

  expect(arrived().url).toBe(expected);
});

test('Whoever has half a network of IPv6 counts as one client', async () => {
  for (const server of servers) server.answerWith((_request, response) => void response.writeHead(401).end());
  const refused = (client: string) =>
    ask('/rest/', { headers: { Authorization: 'Token wrong', 'X-Forwarded-For': client } });
  const statuses: unknown[] = [];

  for (let host = 1; host <= 120; host += 1) statuses.push(await refused(`2001:db8:1:1:${host}::1`));

  expect(statuses.filter((status) => status === 401).length).toBeGreaterThanOrEqual(60);
  expect(statuses).toContain(429);
  expect(await refused('2001:db8:1:2::1')).toBe(401);
});

test('Events go on as they come, while the service still holds the answer open', async () => {
  const { promise: heard, resolve: hear } = Promise.withResolvers<void>();
  for (const server of servers)
    server.answerWith(async (_request, response) => {
      // As `LiveParts` of @campus/pages begin a stream.
      response.setHeader('Content-Type', 'text/event-stream').setHeader('X-Accel-Buffering', 'no');
      response.write('event: part\ndata: 41 %\n\n');
      await heard;
      response.end('event: over\ndata:\n\n');
    });

  const stream = await open('/video/live/');
  const [first] = await once(stream, 'data');
  hear();

  expect(String(first)).toBe('event: part\ndata: 41 %\n\n');
  expect(stream.headers).not.toHaveProperty('x-accel-buffering');
  expect(await text(stream)).toBe('event: over\ndata:\n\n');
});

test('Another replica is asked when one is away, and nothing that was sent is sent twice', async () => {
  for (const server of servers) server.answerWith((_request, response) => void response.socket?.destroy());

  expect(await ask('/video/', { method: 'POST', body: '{}' })).toBe(503);
  expect(servers.flatMap(({ requests }) => requests)).toHaveLength(1);
  const [first] = servers;
  first?.answerWith((_request, response) => void response.end());
  for (let times = 0; times < 4; times += 1) expect(await ask('/video/')).toBe(200);
});

test('A file that nginx may not read is a fault of the server, not a closed door', async () => {
  // As root nginx may read everything but what it is told not to: a link.
  await symlink('/etc/hostname', path.join(mediaRoot, 'link.mp4'));
  for (const server of servers)
    server.answerWith((_request, response) => {
      const handedOver = { 'Content-Type': 'video/mp4', 'X-Accel-Redirect': '/protected-media/link.mp4' };
      response.writeHead(200, handedOver).end();
    });

  const answer = await open('/media/videos/1/', { Accept: 'text/html', 'Accept-Language': 'fr' });
  const page = await text(answer);

  expect([answer.statusCode, answer.headers['content-type']]).toEqual([500, 'text/html; charset=utf-8']);
  expect(page).toContain('le serveur web ne peut pas le lire');
});
