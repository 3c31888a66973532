import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';

/**
 * A server that speaks just enough of PostgreSQL's protocol (version 3) to tell that it is an old one: it lets everybody
 * in and answers every query with its version, as number and as text.
 */
export async function startOldServer(version: string): Promise<{ url: string } & AsyncDisposable> {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const number = String(major * 10_000 + minor);
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let started = false;
    socket.on('error', () => {});
    socket.on('data', (data) => {
      if (!started) socket.write(Buffer.concat([message('R', int32(0)), ready]));
      else if (data[0] === 'Q'.charCodeAt(0)) socket.write(answer(['number', 'text'], [number, version]));
      else socket.end();
      started = true;
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('a TCP server has no port');
  return {
    url: `postgresql://old:old@127.0.0.1:${address.port}/old`,
    async [Symbol.asyncDispose]() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}

const textTypeId = 25;

/** Type letter, length with itself, content. */
function message(type: string, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content);
  return Buffer.concat([Buffer.from(type), int32(body.length + 4), body]);
}

const ready = message('Z', Buffer.from('I'));

function answer(names: string[], values: string[]): Buffer {
  const columns = names.map((name) =>
    Buffer.concat([
      Buffer.from(`${name}\0`),
      int32(0),
      int16(0),
      int32(textTypeId),
      int16(-1),
      int32(-1),
      int16(0),
    ]),
  );
  const cells = values.map((value) => Buffer.concat([int32(value.length), Buffer.from(value)]));
  return Buffer.concat([
    message('T', int16(names.length), ...columns),
    message('D', int16(values.length), ...cells),
    message('C', Buffer.from('SELECT 1\0')),
    ready,
  ]);
}

function int32(value: number): Buffer {
  const buffer = Buffer.alloc(4);
  buffer.writeInt32BE(value);
  return buffer;
}

function int16(value: number): Buffer {
  const buffer = Buffer.alloc(2);
  buffer.writeInt16BE(value);
  return buffer;
}
