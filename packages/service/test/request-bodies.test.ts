import { once } from 'node:events';
import type { IncomingMessage, RequestListener } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
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

/** A raw connection, and all that came over it. */
async function givenConnection({ url }: Listening): Promise<{ socket: Socket; received: () => string }> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  let all = '';
  socket.setEncoding('utf8').on('data', (piece) => {
    all += piece;
  });
  socket.on('error', () => undefined);
  closing.push(() => void socket.destroy());
  await once(socket, 'connect');
  return { socket, received: () => all };
}

/** Resolves when the connection is gone; a client that is cut while it writes meets an error first. */
function closeOf(socket: Socket): Promise<unknown> {
  return new Promise((resolve) => socket.once('close', resolve));
}

function head(...lines: string[]): string {
  return `${['POST / HTTP/1.1', 'Host: x', ...lines].join('\r\n')}\r\n\r\n`;
}

const readAll: RequestListener = async (request, response) => {
  const body = await text(request).catch(() => 'broken off');
  response.end(`got ${body.length}`);
};

const refuse: RequestListener = (_request, response) => {
  response.statusCode = 401;
  response.end('refused');
};

describe('Expect: 100-continue', () => {
  test('A body that is read is asked for', async () => {
    const { socket, received } = await givenConnection(await givenServer(readAll));

    socket.write(head('Content-Length: 5', 'Expect: 100-continue'));
    await eventually(() => expect(received()).toBe('HTTP/1.1 100 Continue\r\n\r\n'));
    socket.write('hello');

    await eventually(() => expect(received()).toContain('got 5'));
  });

  test('A body that is read only later is asked for only then', async () => {
    let begin: (() => void) | undefined;
    const server = await givenServer((request, response) => {
      begin = () => void readAll(request, response);
    });
    const { socket, received } = await givenConnection(server);

    socket.write(head('Content-Length: 5', 'Expect: 100-continue'));
    await eventually(() => expect(begin).toBeDefined());
    expect(received()).toBe('');
    begin?.();

    await eventually(() => expect(received()).toContain('100 Continue'));
  });

  test('A refused body is never asked for, and the connection ends with the answer', async () => {
    const { socket, received } = await givenConnection(await givenServer(refuse));

    socket.write(head('Content-Length: 1000000', 'Expect: 100-continue'));
    await once(socket, 'end');

    expect(received()).toMatch(/^HTTP\/1\.1 401 /);
    expect(received()).toMatch(/^Connection: close\r$/m);
    expect(received()).not.toContain('100 Continue');
  });
});

describe('An answer before the body was read', () => {
  test('Given a small body, When it is refused, Then the connection serves the next request', async () => {
    const { socket, received } = await givenConnection(await givenServer(refuse));

    socket.write(`${head('Content-Length: 5')}hello${head('Content-Length: 5')}again`);

    await eventually(() => expect(received().match(/HTTP\/1\.1 401/g)).toHaveLength(2));
    expect(received()).not.toMatch(/^Connection: close\r$/m);
  });

  test('Given a client that sends on for ever, When it is refused, Then it gets the answer and is cut', async () => {
    const { socket, received } = await givenConnection(await givenServer(refuse, { lingerMs: 100 }));
    const piece = Buffer.alloc(64 * 1024);
    const closed = closeOf(socket);
    const sendOn = () => {
      while (!socket.destroyed && socket.write(piece));
    };

    socket.on('drain', sendOn);
    socket.write(head('Content-Length: 1000000000000'));
    sendOn();
    await closed;

    expect(received()).toMatch(/^HTTP\/1\.1 401 /);
    expect(received()).toContain('refused');
    expect(socket.bytesWritten).toBeLessThan(10_000_000_000);
  });

  test('Given a reader that gave up in the middle, Then the rest is thrown away and the client cut', async () => {
    const server = await givenServer(
      (request, response) => {
        request.once('data', () => {
          request.pause();
          response.statusCode = 413;
          response.end('too large');
        });
      },
      { lingerMs: 100 },
    );
    const { socket, received } = await givenConnection(server);
    const closed = closeOf(socket);

    socket.write(head('Content-Length: 1000000000'));
    socket.write(Buffer.alloc(8 * 1024 * 1024));
    await closed;

    expect(received()).toMatch(/^HTTP\/1\.1 413 /);
    expect(received()).toContain('too large');
  });

  test('Given a body that ends soon after, Then the connection ends without waiting for the cut', async () => {
    const { socket, received } = await givenConnection(await givenServer(refuse, { lingerMs: 60_000 }));
    const closed = closeOf(socket);

    socket.write(head('Content-Length: 1000000'));
    await eventually(() => expect(received()).toContain('refused'));
    socket.write(Buffer.alloc(1_000_000));
    await closed;
  });
});

const openRequest = (...lines: string[]) => `${head('Content-Length: 100000', ...lines)}begun`;

describe('A body that is waited for', () => {
  /** What became of it for whoever read it. */
  let outcome: string;
  const readOn: RequestListener = (request, response) => {
    outcome = 'not over';
    text(request).then(
      () => {
        outcome = 'whole';
      },
      () => {
        outcome = 'broken off';
        // As those do who answer a body that is broken.
        if (response.headersSent) response.destroy();
      },
    );
  };

  /** Ways to stop short, each until the connection is gone. */
  const ways: [string, (socket: Socket) => void][] = [
    ['does not come', () => undefined],
    [
      'drips, however long it would go on',
      (socket) => {
        const drip = setInterval(() => socket.write('x'), 20);
        socket.once('close', () => clearInterval(drip));
      },
    ],
    ['ends before it should', (socket) => void socket.end()],
  ];

  test.each(ways)('is answered 408 when it %s, and breaks off for its reader', async (_way, stopShort) => {
    const server = await givenServer(readOn, { bodyPatienceMs: 200 });
    const { socket, received } = await givenConnection(server);
    // What drips into a connection that is cut meets an error, which `once` would take for its own.
    const closed = closeOf(socket);

    socket.write(openRequest());
    stopShort(socket);
    await closed;

    expect(received()).toMatch(/^HTTP\/1\.1 408 Request Timeout\r$/m);
    expect(received()).toMatch(/^Connection: close\r$/m);
    expect(JSON.parse(received().split('\r\n\r\n')[1] ?? '')).toMatchObject({ status: 408 });
    expect(outcome).toBe('broken off');
  });

  test.each(ways)('is cut without a word when it %s and its client can go on', async (_way, stopShort) => {
    const isResumable = ({ headers }: IncomingMessage) => 'upload-offset' in headers;
    const server = await givenServer(readOn, { bodyPatienceMs: 200, isResumable });
    const { socket, received } = await givenConnection(server);
    const closed = closeOf(socket);

    socket.write(openRequest('Upload-Offset: 0'));
    stopShort(socket);
    await closed;

    expect(received()).toBe('');
    await eventually(() => expect(outcome).toBe('broken off'));
  });

  test('is cut when its answer has begun', async () => {
    const server = await givenServer(
      (request, response) => {
        request.resume();
        response.write('so far');
      },
      { bodyPatienceMs: 200 },
    );
    const { socket, received } = await givenConnection(server);
    const closed = closeOf(socket);

    socket.write(openRequest());
    await closed;

    expect(received()).toMatch(/^HTTP\/1\.1 200 OK\r$/m);
    expect(received()).not.toContain('408');
  });
});
