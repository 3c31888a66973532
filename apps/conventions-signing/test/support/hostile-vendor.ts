/**
 * A signing application that does everything wrong. It speaks over a bare socket, because no HTTP server would
 * let it, and picks its misbehaviour by the id in the query.
 */
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';

/** One way to misbehave, and what the service must record of it. */
export interface Misbehaviour {
  name: string;
  answer: (socket: Socket) => void;
  /** Status of the attempt; null when no valid answer came. */
  status: number | null;
  error: RegExp | null;
  /** What is kept of a 2xx answer, where it matters. */
  reference?: RegExp | null;
}

// Closed after each answer: a connection that is kept would be taken for the next call while it ends.
const ok = 'HTTP/1.1 200 OK\r\nConnection: close\r\n';

/** Those that are over at once, whatever the time limit of a call. */
export const shortMisbehaviours: Misbehaviour[] = [
  {
    name: 'a 200 with 1 GB',
    answer: (socket) =>
      pour(socket, `${ok}Content-Length: 1073741824\r\n\r\n`, Buffer.alloc(65_536, 'x'), 2 ** 30),
    status: 200,
    error: null,
    reference: /^x{4096}$/,
  },
  {
    name: 'a 500 with 1 GB',
    answer: (socket) =>
      pour(socket, 'HTTP/1.1 500 Oops\r\nContent-Length: 1073741824\r\n\r\n', Buffer.alloc(65_536), 2 ** 30),
    status: 500,
    error: /^answered 500$/,
  },
  {
    name: 'a chunk that announces 1 GB',
    answer: (socket) =>
      pour(socket, `${ok}Transfer-Encoding: chunked\r\n\r\n40000000\r\n`, Buffer.alloc(65_536, 'x'), 2 ** 30),
    status: 200,
    error: null,
  },
  {
    name: 'a gzip bomb of 1 GB',
    answer: (socket) => {
      const bomb = gzipBomb();
      socket.end(
        Buffer.concat([
          latin1(`${ok}Content-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n\r\n`),
          bomb,
        ]),
      );
    },
    status: 200,
    error: null,
  },
  {
    name: 'a body that says gzip and is none',
    answer: (socket) => void socket.end(`${ok}Content-Encoding: gzip\r\nContent-Length: 7\r\n\r\nnonsens`),
    status: 200,
    error: null,
    reference: null,
  },
  says('a header without end', `${ok}X-Long: ${'x'.repeat(100_000)}\r\n\r\n`, /HPE_HEADER_OVERFLOW/),
  says('10,000 headers', `${ok}${'X-Many: y\r\n'.repeat(10_000)}\r\n`, /HPE_HEADER_OVERFLOW/),
  says('no HTTP', 'SSH-2.0-OpenSSH_9.2\r\n', /HPE_/),
  says('bytes of no meaning', Buffer.from([0x16, 0x03, 0x01, 0x00, 0xff, 0x00]), /HPE_/),
  says('a status that is none', 'HTTP/1.1 20x OK\r\n\r\n', /HPE_/),
  says('a length that is none', `${ok}Content-Length: -1\r\n\r\n`, /HPE_/),
  says('two lengths', `${ok}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`, /HPE_/),
  says('half a status line', 'HTTP/1.1 2', /socket hang up|HPE_/),
  says('nothing, and hangs up', '', /socket hang up/),
  {
    name: 'a reset before the answer',
    answer: (socket) => void socket.resetAndDestroy(),
    status: null,
    error: /ECONNRESET/,
  },
  {
    name: 'a reset within the body of a 200',
    answer: (socket) => {
      socket.write(`${ok}Content-Length: 100\r\n\r\nREF-1`, () =>
        setTimeout(() => socket.resetAndDestroy(), 100),
      );
    },
    status: 200,
    error: null,
    reference: /^REF-1$/,
  },
  answers(
    'a status above all',
    'HTTP/1.1 999 No\r\nConnection: close\r\nContent-Length: 0\r\n\r\n',
    999,
    /answered 999/,
  ),
  answers(
    'a redirect to itself',
    'HTTP/1.1 302 Found\r\nLocation: ?conventionid=1\r\nConnection: close\r\nContent-Length: 0\r\n\r\n',
    302,
    /redirects are not followed/,
  ),
  ...['-1', 'soon', '1e9', '999999999999', 'Mon, 99 Foo 2026', '\u00ff\u00fe', '1, 2', ''].map((value) =>
    answers(
      `a Retry-After of ${JSON.stringify(value)}`,
      `HTTP/1.1 503 Later\r\nRetry-After: ${value}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
      503,
      /^answered 503$/,
    ),
  ),
  refers('half of a surrogate pair', '"\\ud800 REF"', /REF/),
  refers('an escaped NUL', '"a\\u0000b"', /^a b$/),
  refers('no UTF-8', Buffer.from([0xff, 0xfe, 0x52, 0x45, 0x46]), /REF/),
  refers('a character cut at the limit', `${'x'.repeat(4095)}é`, /^x{4095}/),
];

/** Those that only the time limit of a call ends. */
export const longMisbehaviours: Misbehaviour[] = [
  { name: 'silence', answer: () => undefined, status: null, error: noAnswer() },
  {
    name: 'headers that drip',
    answer: (socket) => drip(socket, ok, 'X-A: b\r\n'),
    status: null,
    error: noAnswer(),
  },
  {
    name: 'a flood of 1xx answers',
    answer: (socket) => pour(socket, '', latin1('HTTP/1.1 102 Processing\r\n\r\n'.repeat(100)), Infinity),
    status: null,
    error: noAnswer(),
  },
  {
    // Node's client closes such a connection without a word.
    name: 'a change of protocols',
    answer: (socket) =>
      void socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n'),
    status: null,
    error: noAnswer(),
  },
  {
    name: 'a 200 whose body drips',
    answer: (socket) => drip(socket, `${ok}Content-Length: 1073741824\r\n\r\n`, 'y'),
    status: 200,
    error: null,
    reference: /^y+$/,
  },
  {
    name: 'a gzip body that stops',
    answer: (socket) => {
      const start = gzipSync('REF').subarray(0, 12);
      socket.write(
        Buffer.concat([latin1(`${ok}Content-Encoding: gzip\r\nContent-Length: 1000\r\n\r\n`), start]),
      );
    },
    status: 200,
    error: null,
  },
];

export interface HostileVendor {
  url: string;
  /** Bytes that were written to the calls about a record. */
  bytesSent(id: number): number;
  stop(): Promise<void>;
}

/** Starts it; `choose` gives the misbehaviour towards a record, and `undefined` is a plain 200. */
export async function startHostileVendor(
  choose: (id: number) => Misbehaviour | undefined,
): Promise<HostileVendor> {
  const sockets = new Set<Socket>();
  const sent = new Map<number, Socket[]>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    // The service hangs up on most of what is said here.
    socket.on('error', () => undefined);
    socket.once('data', (head) => {
      const id = Number(/conventionid=(\d+)/.exec(head.toString('latin1'))?.[1]);
      sent.set(id, [...(sent.get(id) ?? []), socket]);
      const misbehaviour = choose(id);
      if (misbehaviour === undefined) socket.end(`${ok}Content-Length: 0\r\n\r\n`);
      else misbehaviour.answer(socket);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('a TCP server has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    bytesSent: (id) => (sent.get(id) ?? []).reduce((total, socket) => total + socket.bytesWritten, 0),
    async stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function noAnswer(): RegExp {
  return /^no answer within/;
}

function says(name: string, bytes: string | Uint8Array, error: RegExp): Misbehaviour {
  return { name, answer: (socket) => void socket.end(bytes), status: null, error };
}

function answers(name: string, bytes: string, status: number, error: RegExp): Misbehaviour {
  return { name, answer: (socket) => void socket.end(latin1(bytes)), status, error };
}

function refers(name: string, body: string | Uint8Array, reference: RegExp): Misbehaviour {
  const bytes = Buffer.from(body);
  const head = `${ok}Content-Length: ${bytes.length}\r\n\r\n`;
  return {
    name: `a reference with ${name}`,
    answer: (socket) => void socket.end(Buffer.concat([latin1(head), bytes])),
    status: 200,
    error: null,
    reference,
  };
}

/** Writes `head`, then `piece` again and again as fast as it is taken. */
function pour(socket: Socket, head: string, piece: Buffer, bytes: number): void {
  let left = bytes;
  const more = () => {
    while (left > 0 && !socket.destroyed && socket.write(piece)) left -= piece.length;
    if (left <= 0) socket.end();
  };
  socket.on('drain', more);
  socket.write(head);
  more();
}

/** Writes `head`, then `piece` twenty times a second. */
function drip(socket: Socket, head: string, piece: string): void {
  socket.write(head);
  const timer = setInterval(() => socket.write(piece), 50);
  socket.on('close', () => clearInterval(timer));
}

/** About 1 MB that inflates to 1 GB. */
function gzipBomb(): Buffer {
  // A gzip file may have many members; compressing a gigabyte would take the test's time.
  const member = gzipSync(Buffer.alloc(2 ** 24));
  return Buffer.concat(Array.from({ length: 64 }, () => member));
}

function latin1(text: string): Buffer {
  return Buffer.from(text, 'latin1');
}
