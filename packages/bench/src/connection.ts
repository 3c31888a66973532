/**
 * The least that an HTTP/1.1 client can do, so that the load is cheap beside the server that is measured: one
 * request at a time on a kept connection, the body counted and thrown away. (autocannon decodes every body to a
 * text, which costs more than serving a PDF; node:http costs several times as much for small answers.)
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { type AnswerBody, answerBody } from './answer-body.ts';

interface Answer {
  status: number;
  /** From the sending of the request to the first byte of its answer. */
  firstByteMs: number;
}

interface Connection {
  /** Sends a whole request; resolves when the answer's last byte is here. One at a time. */
  send(request: Buffer): Promise<Answer>;
  close(): void;
}

interface Waiting {
  sentAt: number;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
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
  let answer: Answer = { status: 0, firstByteMs: 0 };
  /** Of the answer that is being read; undefined while the head is. */
  let body: AnswerBody | undefined;

  const fail = (error: unknown) => {
    waiting?.reject(error);
    waiting = undefined;
    socket.destroy();
  };
  const read = (piece: Buffer) => {
    let rest = piece;
    if (body === undefined) {
      const before = head.length;
      if (before === 0) answer.firstByteMs = performance.now() - (waiting?.sentAt ?? Number.NaN);
      head += piece.toString('latin1');
      const end = head.indexOf('\r\n\r\n');
      if (end === -1) return;
      answer.status = Number(head.slice(9, 12));
      body = answerBody(head.slice(0, end));
      head = '';
      rest = piece.subarray(end + 4 - before);
    }
    if (!body(rest)) return;
    body = undefined;
    waiting?.resolve(answer);
    waiting = undefined;
  };
  socket.on('error', fail);
  socket.on('close', () => fail(new Error('the server closed the connection')));
  socket.on('data', (piece) => {
    try {
      read(piece);
    } catch (error) {
      fail(error);
    }
  });

  return {
    send: (request) =>
      new Promise((resolve, reject) => {
        answer = { status: 0, firstByteMs: 0 };
        waiting = { sentAt: performance.now(), resolve, reject };
        if (socket.destroyed) fail(new Error('the server closed the connection'));
        else socket.write(request);
      }),
    close: () => socket.destroy(),
  };
}
