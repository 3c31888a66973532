import { once } from 'node:events';
import type { RequestListener, ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { eventually } from '@campus/testing';
import { afterEach, describe, expect, test } from '@jest/globals';
import { type Listening, type ListenOptions, listen } from '../src/index.ts';

const closing: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function givenServer(
  handle: RequestListener,
  options: Partial<ListenOptions> = {},
): Promise<Listening> {
  const server = await listen(handle, { host: '127.0.0.1', port: 0, ...options });
  closing.push(() => server.stop());
  return server;
}

/** A connection that stays, all that came over it, and its end. */
async function givenConnection({ url }: Listening) {
  const socket: Socket = connect(Number(new URL(url).port), '127.0.0.1');
  const received = { text: '', bytes: 0, isOver: false };
  socket.on('data', (piece) => {
    if (received.bytes < 1000) received.text += piece.toString('latin1');
    received.bytes += piece.length;
  });
  socket.on('close', () => {
    received.isOver = true;
  });
  socket.on('error', () => undefined);
  closing.push(() => void socket.destroy());
  await once(socket, 'connect');
  return { socket, received };
}

const get = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

/** A handler that leaves its answers to the test. */
function held(): { handle: RequestListener; responses: ServerResponse[] } {
  const responses: ServerResponse[] = [];
  return { handle: (_request, response) => void responses.push(response), responses };
}

// Long enough that waiting for it would not be taken for anything else.
const longGrace = { graceMs: 60_000 };

describe('A server that stops', () => {
  test('closes connections that wait for nothing at once', async () => {
    const server = await givenServer((_request, response) => response.end('hello'), longGrace);
    const fresh = await givenConnection(server);
    const kept = await givenConnection(server);
    kept.socket.write(get);
    await eventually(() => expect(kept.received.text).toContain('hello'));

    await server.stop();

    await eventually(() => expect([fresh.received.isOver, kept.received.isOver]).toEqual([true, true]));
  });

  test('answers what was asked before, and says that the connection closes', async () => {
    const { handle, responses } = held();
    const server = await givenServer(handle, longGrace);
    const { socket, received } = await givenConnection(server);
    socket.write(get);
    await eventually(() => expect(responses).toHaveLength(1));

    const stopped = server.stop();
    responses[0]?.end('whole');
    await stopped;

    await eventually(() => expect(received.isOver).toBe(true));
    expect(received.text).toMatch(/\r\nConnection: close\r\n.*whole$/s);
  });

  test('sends an answer whole that is on its way to a slow client', async () => {
    const body = Buffer.alloc(20_000_000, 'x');
    let isEnded = false;
    const server = await givenServer((_request, response) => {
      response.end(body);
      isEnded = true;
    }, longGrace);
    const { socket, received } = await givenConnection(server);
    socket.pause();
    socket.write(get);
    await eventually(() => expect(isEnded).toBe(true));

    const stopped = server.stop();
    socket.resume();
    await stopped;

    await eventually(() => expect(received.isOver).toBe(true));
    expect(received.bytes).toBeGreaterThan(body.length);
  });

  test('ends a connection with the answer that had begun before', async () => {
    const { handle, responses } = held();
    const server = await givenServer(handle, longGrace);
    const { socket, received } = await givenConnection(server);
    socket.write(get);
    await eventually(() => expect(responses).toHaveLength(1));
    responses[0]?.write('first, ');
    await eventually(() => expect(received.text).toContain('first, '));

    const stopped = server.stop();
    responses[0]?.end('last');
    await stopped;

    await eventually(() => expect(received.isOver).toBe(true));
    expect(received.text).toContain('last');
  });

  test('cuts what does not come to an end', async () => {
    const { handle, responses } = held();
    const server = await givenServer(handle, { graceMs: 100 });
    const { socket, received } = await givenConnection(server);
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\nand no more');
    await eventually(() => expect(responses).toHaveLength(1));

    await server.stop();

    await eventually(() => expect(received.isOver).toBe(true));
  });
});
