import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingMessage } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { isStalled, lookAtBody } from '../src/cut-stalled-body.ts';

const awaited = (bytesRead: number) => ({ bytesRead, isAwaited: true });
const unread = (bytesRead: number) => ({ bytesRead, isAwaited: false });

test.each([
  ['At the first look', undefined, awaited(5000), false],
  ['Given nothing since the look before', awaited(5000), awaited(5000), true],
  ['Given next to nothing since the look before', awaited(5000), awaited(6023), true],
  ['Given a kibibyte since the look before', awaited(5000), awaited(6024), false],
  ['Given nothing, while nobody reads', unread(5000), unread(5000), false],
  ['Given nothing, when somebody has just begun to read', unread(5000), awaited(5000), false],
  ['Given nothing, when whoever read it pauses or has all of it', awaited(5000), unread(5000), false],
])('%s, a body is stalled or not', (_what, before, now, stalled) => {
  expect(isStalled(before, now)).toBe(stalled);
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
