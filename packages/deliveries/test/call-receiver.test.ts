import dns from 'node:dns';
import { once } from 'node:events';
import { createServer } from 'node:https';
import { syncBuiltinESMExports } from 'node:module';
import { type AddressInfo, type BlockList, createServer as createTcpServer } from 'node:net';
import tls from 'node:tls';
import { type RecordingHandler, startRecordingServer } from '@campus/testing';
import { describe, expect, test } from '@jest/globals';
import { blockList, callReceiver, maskFor } from '../src/index.ts';
import { expiredCertificate, expiredKey } from './expired-certificate.ts';

const loopback = blockList(['127.0.0.0/8', '::1/128']);
const one = blockList(['127.0.0.1/32']);
const nothing = blockList([]);

function post(address: string, networks: BlockList, timeoutMs = 30_000) {
  return callReceiver({
    method: 'POST',
    address,
    configured: address,
    headers: { 'Content-Type': 'application/json' },
    body: '{"told":true}',
    mask: maskFor(['0123456789abcdef']),
    timeoutMs,
    networks,
    signal: new AbortController().signal,
  });
}

async function postTo(handler: RecordingHandler) {
  const server = await startRecordingServer(handler);
  const outcome = await post(server.url, loopback);
  await server.stop();
  return { outcome, requests: server.requests };
}

describe('A call', () => {
  test('brings its body as it is, once', async () => {
    const { outcome, requests } = await postTo((_request, response) => void response.end('thanks'));

    expect(outcome).toMatchObject({ status: 200, failure: null, text: 'thanks' });
    expect(requests).toHaveLength(1);
    expect(requests[0]).toMatchObject({ method: 'POST', headers: { 'content-length': '13' } });
    expect(requests[0]?.body.toString()).toBe('{"told":true}');
  });

  test('reads no more than the beginning of an answer of 5 GB', async () => {
    const { outcome } = await postTo((_request, response) => {
      response.writeHead(200, { 'Content-Length': 5 * 1024 ** 3 });
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536, 'x')));
      };
      response.on('drain', more);
      more();
    });

    expect(outcome).toMatchObject({ status: 200, failure: null });
    expect(outcome.exchange.answer).toMatchObject({ body: 'x'.repeat(4096), isWhole: false });
  });

  test('takes the status of an answer that comes byte by byte, and waits for no more of it than its time', async () => {
    const server = await startRecordingServer((_request, response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write('x'), 50);
      response.on('close', () => clearInterval(drip));
    });
    const outcome = await post(server.url, loopback, 3_000);
    await server.stop();

    expect(outcome).toMatchObject({ status: 200, failure: null });
    expect(outcome.exchange.answer).toMatchObject({ body: expect.stringMatching(/^x+$/), isWhole: false });
    expect(outcome.durationMs).toBeLessThan(30_000);
  });

  test('is given up after its time where not even the status comes, however often a byte does', async () => {
    const server = createTcpServer((socket) => {
      socket.on('error', () => {});
      socket.write('HTTP/1.1 200 OK\r\nX-Slow: ');
      const drip = setInterval(() => socket.write('x'), 50);
      socket.on('close', () => clearInterval(drip));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const { status, failure, durationMs } = await post(`http://127.0.0.1:${port}/`, loopback, 1_000);
    server.close();

    expect([status, failure]).toEqual([null, { code: 'no_answer', values: { seconds: 1 } }]);
    expect(durationMs).toBeLessThan(30_000);
  });

  test('does not follow a redirect, wherever it leads', async () => {
    const inside = await startRecordingServer();
    const { outcome } = await postTo(
      (_request, response) => void response.writeHead(307, { Location: inside.url }).end(),
    );
    await inside.stop();

    expect(outcome.failure).toEqual({ code: 'redirected', values: { status: 307 } });
    expect(inside.requests).toEqual([]);
  });

  test('is refused by a certificate that has ended, and says so', async () => {
    const trusted = tls.getCACertificates('default');
    tls.setDefaultCACertificates([...trusted, expiredCertificate]);
    const server = createServer({ cert: expiredCertificate, key: expiredKey }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    try {
      const { port } = server.address() as AddressInfo;
      const { failure } = await post(`https://127.0.0.1:${port}/`, loopback);
      expect(failure).toEqual({ code: 'network', words: 'certificate has expired (CERT_HAS_EXPIRED)' });
    } finally {
      tls.setDefaultCACertificates(trusted);
      server.close();
    }
  });
});

describe('Where nothing but the Internet may be called', () => {
  test.each([
    'http://127.0.0.1/',
    'http://127.1/',
    'http://2130706433/',
    'http://0x7f.0.0.1/',
    'http://0/',
    'http://10.0.0.7/',
    'http://172.31.255.255/',
    'http://192.168.1.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://100.64.0.1/',
    'http://255.255.255.255/',
    'http://[::]/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:10.0.0.7]/',
    'http://[64:ff9b::10.0.0.7]/',
    'http://[2002:a00:7::]/',
    'http://[fd00::1]/',
    'http://[fe80::1]/',
    'http://[ff02::1]/',
  ])('%s is not', async (address) => {
    expect((await post(address, nothing)).failure).toMatchObject({ code: 'closed_network' });
  });

  test.each(['localhost', 'LOCALHOST.', 'localhost.localdomain'])(
    'the name %s leads nowhere where it leads to this machine',
    async (name) => {
      const server = await startRecordingServer();
      const { failure } = await post(server.url.replace('127.0.0.1', name), nothing);
      await server.stop();

      // A machine may know only one of these names.
      expect(['closed_network', 'network']).toContain(failure?.code);
      expect(server.requests).toEqual([]);
    },
  );

  test('a name is refused by the address that it has when it is connected to', async () => {
    const server = await startRecordingServer();
    const address = server.url.replace('127.0.0.1', 'localhost');

    const before = await post(address, loopback);
    const then = await post(address, nothing);
    await server.stop();

    expect(before.failure).toBeNull();
    expect(then.failure).toEqual({ code: 'closed_network', values: { host: 'localhost' } });
    expect(server.requests).toHaveLength(1);
  });

  test('a name that stands for another address a moment later is looked up once, and called where that was allowed', async () => {
    const [open, closed] = [await startRecordingServer(), createTcpServer()];
    const { port } = new URL(open.url);
    let connections = 0;
    closed.on('connection', () => {
      connections += 1;
    });
    closed.listen(Number(port), '127.0.0.2');
    await once(closed, 'listening');
    const answers = ['127.0.0.1', '127.0.0.2'];
    const { lookup } = dns;
    dns.lookup = ((_host: string, _options: object, callback: (error: null, found: object[]) => void) => {
      callback(null, [{ address: answers.shift() ?? '127.0.0.2', family: 4 }]);
    }) as typeof lookup;
    syncBuiltinESMExports();
    const [first, then] = await Promise.all(
      [0, 1].map(() => post(`http://moved.example:${port}/`, one)),
    ).finally(() => {
      dns.lookup = lookup;
      syncBuiltinESMExports();
    });
    await open.stop();
    closed.close();

    expect(first?.failure).toBeNull();
    expect(then?.failure).toEqual({ code: 'closed_network', values: { host: 'moved.example' } });
    expect([open.requests.length, connections, answers.length]).toEqual([1, 0, 0]);
  });

  test('what is allowed beside it is called, and its neighbours are not', async () => {
    const server = await startRecordingServer();
    const { port } = new URL(server.url);
    const [named, neighbour] = [await post(server.url, one), await post(`http://127.0.0.2:${port}/`, one)];
    await server.stop();

    expect(named.failure).toBeNull();
    expect(neighbour.failure?.code).toBe('closed_network');
  });
});

test.each(['10.0.0.0', '10.0.0.0/', '10.0.0.0/33', 'example.org/8', '', '10.0.0.0/8/8x'])(
  'The network "%s" is refused',
  (network) => {
    expect(() => blockList([network])).toThrow();
  },
);
