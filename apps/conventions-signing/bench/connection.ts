/**
 * The least that an HTTP/1.1 client can do, so that the load is cheap beside the server that is measured: one
 * request at a time on a kept connection, the body counted and thrown away. Knows bodies with a Content-Length
 * only, which both servers send. (autocannon decodes every body to a text, which costs more than serving a PDF;
 * node:http costs several times as much for small answers.)
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface Connection {
  /** Sends a whole request; resolves with the status when the answer's last byte is here. One at a time. */
  send(request: Buffer): Promise<number>;
  close(): void;
}

interface Waiting {
  resolve(status: number): void;
  reject(error: Error): void;
}

/** Opens a connection to the server at `url`. */
export async function openConnection(url: string): Promise<Connection> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  await once(socket, 'connect');
  return speak(socket);
}

function speak(socket: Socket): Connection {
  let waiting: Waiting | undefined;
  let head = '';
  let status = 0;
  /** Bytes of the body still to come; undefined while the head is being read. */
  let missing: number | undefined;

  const fail = (error: Error) => {
    waiting?.reject(error);
    waiting = undefined;
    socket.destroy();
  };
  socket.on('error', fail);
  socket.on('close', () => fail(new Error('the server closed the connection')));
  socket.on('data', (piece) => {
    let body = piece.length;
    if (missing === undefined) {
      const before = head.length;
      head += piece.toString('latin1');
      const end = head.indexOf('\r\n\r\n');
      if (end === -1) return;
      const length = /\r\ncontent-length: *(\d+)/i.exec(head.slice(0, end))?.[1];
      if (length === undefined)
        return fail(new Error(`an answer without Content-Length: ${head.slice(0, end)}`));
      status = Number(head.slice(9, 12));
      missing = Number(length);
      body -= end + 4 - before;
      head = '';
    }
    missing -= body;
    if (missing > 0) return;
    missing = undefined;
    waiting?.resolve(status);
    waiting = undefined;
  });

  return {
    send: (request) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        if (socket.destroyed) fail(new Error('the server closed the connection'));
        else socket.write(request);
      }),
    close: () => socket.destroy(),
  };
}
