import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingMessage } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  leastBytesPerSecond,
  lookAtBody,
  mostPatienceMs,
  patienceLeft,
} from '../src/http/watch-slow-body.ts';

const awaited = (bytesRead: number) => ({ bytesRead, isAwaited: true });
const unread = (bytesRead: number) => ({ bytesRead, isAwaited: false });

test.each([
  ['At the first look', undefined, awaited(5000), 10_000],
  ['Given nothing since the look before', awaited(5000), awaited(5000), 9_000],
  ['Given half of the least rate', awaited(5000), awaited(5512), 9_500],
  ['Given the least rate', awaited(5000), awaited(6024), 10_000],
  ['Given more than that', awaited(5000), awaited(5000 + 11 * 1024), 20_000],
  ['Given far more than that', awaited(5000), awaited(5_000_000), 60_000],
  ['Given nothing, while nobody reads', unread(5000), unread(5000), 10_000],
  ['Given nothing, when somebody has just begun to read', unread(5000), awaited(5000), 10_000],
  ['Given nothing, when whoever read it pauses or has all of it', awaited(5000), unread(5000), 10_000],
])('%s, the patience with a body grows or shrinks', (_what, before, now, left) => {
  expect(patienceLeft(10_000, { before, now, elapsedMs: 1000, mostMs: 60_000 })).toBe(left);
});

test('Whatever a body does, one that is waited for at less than the least rate is cut in bounded time', () => {
  const second = fc.nat(leastBytesPerSecond - 1);
  fc.assert(
    fc.property(fc.array(second, { minLength: 61, maxLength: 200 }), (seconds) => {
      const slow = seconds.map((bytes) => Math.floor(bytes / 2));
      let left = mostPatienceMs;
      let bytesRead = 0;
      const waited = slow.findIndex((bytes) => {
        const before = awaited(bytesRead);
        bytesRead += bytes;
        const now = awaited(bytesRead);
        left = patienceLeft(left, { before, now, elapsedMs: 1000, mostMs: mostPatienceMs });
        return left <= 0;
      });
      // At less than half of the rate the patience lasts at most twice as long.
      expect(waited === -1 ? slow.length : waited).toBeLessThanOrEqual(120);
    }),
  );
});

test('A body is awaited while it is read and not complete', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const client = httpRequest({ port, host: '127.0.0.1', method: 'POST', headers: { 'Content-Length': 10 } });
  // It is cut at the end.
  client.on('error', () => undefined);
  try {
    client.write('hello');
    const [request]: IncomingMessage[] = await once(server, 'request');
    if (request === undefined) throw new Error('no request came');
    const isAwaited = () => lookAtBody(request).isAwaited;

    expect(isAwaited()).toBe(false);
    request.resume();
    expect(isAwaited()).toBe(true);
    request.pause();
    expect(isAwaited()).toBe(false);
    const onReadable = () => undefined;
    request.on('readable', onReadable);
    expect(isAwaited()).toBe(true);
    request.off('readable', onReadable);
    // Node notices in the next tick that nobody listens any more.
    await setImmediate();
    request.resume();
    client.end('world');
    await once(request, 'end');
    expect(isAwaited()).toBe(false);
  } finally {
    client.destroy();
    server.close();
    server.closeAllConnections();
  }
});
