import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { OperatorError } from '@campus/config';
import type { Express } from 'express';
import { hasBody } from './has-body.ts';
import { http } from './node-http.ts';
import { firstPatienceMs, watchSlowBody } from './watch-slow-body.ts';

export interface Listening {
  /** Address on this machine, `http://127.0.0.1:8081`. */
  url: string;
  /** Takes no new connections, lets running requests finish for 10 s, then cuts what is left: mostly large uploads. */
  stop(): Promise<void>;
}

/** The address to listen on cannot be taken; the message says why and what to change. */
export class ListenError extends OperatorError {}

export interface ListenOptions {
  host: string;
  port: number;
  /** First word of the parameters that both come from, for the message of an error: `server.port`. */
  parameters?: 'server' | 'metrics';
  /** How long a body that is waited for may stay under the least rate, before it is answered 408. */
  bodyPatienceMs?: number;
  /** Whose client goes on with what has come, once its connection is cut: it is told nothing, since 408 would end it. */
  isResumable?: (request: IncomingMessage) => boolean;
  /** How long a client may go on sending a body that is already answered. */
  lingerMs?: number;
  /** How long requests may go on when the server stops. */
  graceMs?: number;
}

/**
 * Starts the HTTP server. Headers must arrive within a minute; a body may take as long as it likes while it
 * comes at the least rate, and is asked for (`Expect: 100-continue`) only when somebody reads it.
 *
 * @throws ListenError
 */
export async function listen(
  handle: RequestListener,
  {
    host,
    port,
    parameters = 'server',
    bodyPatienceMs = firstPatienceMs,
    isResumable = () => false,
    lingerMs = 1_000,
    graceMs = 10_000,
  }: ListenOptions,
): Promise<Listening> {
  // The limit on the whole request would cut a large upload over a slow line.
  const server = http.createServer({ requestTimeout: 0, headersTimeout: 60_000, ...bornFor(handle) });
  const stopShort = new WeakMap<Duplex, () => void>();
  const receive = (request: IncomingMessage, response: ServerResponse, isBodyHeldBack: () => boolean) => {
    if (hasBody(request)) {
      const giveUp = () => {
        if (isResumable(request)) request.socket.destroy();
        else answerShortBody(request, response);
      };
      stopShort.set(request.socket, giveUp);
      request.once('end', () => stopShort.delete(request.socket));
      watchSlowBody(request, { patienceMs: bodyPatienceMs, giveUp });
      lingerAfterEarlyAnswer(request, response, { isBodyHeldBack, lingerMs });
    }
    stripOrigin(request);
    handle(request, response);
  };
  server.on('request', (request, response) => receive(request, response, () => false));
  server.on('checkContinue', (request, response) => {
    let isBodyHeldBack = true;
    continueWhenRead(request, response, () => {
      isBodyHeldBack = false;
    });
    receive(request, response, () => isBodyHeldBack);
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const giveUp = error.code === 'HPE_INVALID_EOF_STATE' ? stopShort.get(socket) : undefined;
    if (giveUp === undefined) answerUnreadable(error, socket);
    else giveUp();
  });
  const stop = stopGracefully(server, { graceMs });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(explain(error, { host, port, parameters })),
    );
    server.listen(port, host, resolve);
  });
  const { address, family, port: taken } = server.address() as AddressInfo;
  return { url: `http://${family === 'IPv6' ? `[${address}]` : address}:${taken}`, stop };
}

/**
 * Requests and answers that are made as what Express would make of them: it gives each another prototype, and V8 takes
 * longer with all that is asked of them from there on. Measured: 8 % of the processor time of a refusal and of a list.
 */
function bornFor(handle: RequestListener) {
  const { request, response } = handle as Partial<Express>;
  if (request === undefined || response === undefined) return {};
  class Asked extends http.IncomingMessage {}
  class Answer extends http.ServerResponse {}
  Object.setPrototypeOf(Asked.prototype, request);
  Object.setPrototypeOf(Answer.prototype, response);
  Object.assign(handle, { request: Asked.prototype, response: Answer.prototype });
  return { IncomingMessage: Asked, ServerResponse: Answer };
}

/**
 * Answers `Expect: 100-continue` (RFC 9110 §10.1.1) when somebody begins to read the body, so that a body which
 * is refused is never sent. Node by itself would ask for it at once.
 */
function continueWhenRead(request: IncomingMessage, response: ServerResponse, onContinue: () => void): void {
  const read = request._read;
  // Every way to read a stream comes by here, unlike its events.
  request._read = (size) => {
    request._read = read;
    // Node itself reads what is left once the answer is out.
    if (!response.headersSent && !response.destroyed) {
      response.writeContinue();
      onContinue();
    }
    read.call(request, size);
  };
}

/** Makes a path of a whole address, as proxies may send it (RFC 9112 §3.2.2): its host is not for links and the log. */
function stripOrigin(request: IncomingMessage): void {
  const path = request.url?.replace(/^https?:\/\/[^/?]*/i, '');
  if (path === undefined || path === request.url) return;
  request.url = path.startsWith('/') ? path : `/${path}`;
}

/** What is no HTTP, in one write. */
function answerUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const status = unreadableStatus[error.code ?? ''] ?? 400;
  const body = JSON.stringify(problem(status, 'the request could not be read as HTTP'));
  socket.end(
    `HTTP/1.1 ${status} ${http.STATUS_CODES[status]}\r\nConnection: close\r\nContent-Type: application/problem+json\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

const unreadableStatus: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

function explain(
  error: NodeJS.ErrnoException,
  { host, port, parameters }: Required<Pick<ListenOptions, 'host' | 'port' | 'parameters'>>,
): ListenError {
  const where = `cannot listen on ${host}:${port}`;
  const why =
    error.code === 'EADDRINUSE'
      ? `the port is taken; stop the other program or set ${parameters}.port`
      : `${error.message}; check ${parameters}.host and ${parameters}.port`;
  return new ListenError(`${where}: ${why}`, { cause: error });
}

/**
 * Follows the connections of a server from its start, so that it can stop without breaking off an answer.
 *
 * @returns what stops it: no new connections; idle ones are closed at once, the others with the end of the answer
 *   they wait for, and after `graceMs` whatever is left is cut
 */
function stopGracefully(server: Server, { graceMs }: { graceMs: number }): () => Promise<void> {
  const answersOn = new Map<Socket, Set<ServerResponse>>();
  let isStopping = false;
  server.on('connection', (socket) => {
    answersOn.set(socket, new Set());
    socket.once('close', () => answersOn.delete(socket));
  });
  const follow = ({ socket }: IncomingMessage, response: ServerResponse) => {
    const answers = answersOn.get(socket);
    answers?.add(response);
    response.once('close', () => answers?.delete(response));
    if (isStopping) response.shouldKeepAlive = false;
  };
  server.prependListener('request', follow);
  server.prependListener('checkContinue', follow);

  return async () => {
    isStopping = true;
    // Its own `close` takes a connection for idle whose answer is written, yet still on its way (Node 24).
    const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
    for (const [socket, answers] of answersOn) {
      if (answers.size === 0) socket.destroySoon();
      for (const response of answers) closeAfter(response, socket);
    }
    const cut = setTimeout(() => server.closeAllConnections(), graceMs);
    await closed;
    clearTimeout(cut);
    // What it does besides, such as ending its timer.
    server.close(() => undefined);
  };
}

function closeAfter(response: ServerResponse, socket: Socket): void {
  if (!response.headersSent) response.shouldKeepAlive = false;
  // Its client was told that the connection stays; with `Connection: close` Node closes it by itself.
  else if (response.getHeader('Connection') !== 'close') response.once('close', () => socket.destroySoon());
}

/** A body up to this size is read to its end after all, which keeps the connection for the next request. */
const smallBodyBytes = 64 * 1024;

/**
 * Lets an answer arrive that is given before the body was read: the connection is closed for writing, what still
 * comes is thrown away, and after `lingerMs` it is cut. Closing at once would reset the connection, and the
 * client might never see the answer (RFC 9112 §9.6); Node by itself would read on for ever.
 */
function lingerAfterEarlyAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  { isBodyHeldBack, lingerMs }: { isBodyHeldBack: () => boolean; lingerMs: number },
): void {
  const { socket } = request;
  const writeHead = response.writeHead;
  response.writeHead = ((...head: Parameters<typeof writeHead>) => {
    response.writeHead = writeHead;
    const isLast = response.getHeader('Connection') === 'close';
    if (!request.complete && (isLast || isBodyHeldBack() || !isSmall(request))) {
      response.setHeader('Connection', 'close');
      linger();
    }
    return writeHead.apply(response, head);
    // Its overloads do not show in a function that passes on whatever it gets.
  }) as typeof writeHead;

  function linger(): void {
    const destroySoon = socket.destroySoon;
    // Node calls it when an answer with `Connection: close` is written.
    socket.destroySoon = () => {
      socket.destroySoon = destroySoon;
      if (request.complete) {
        socket.destroySoon();
        return;
      }
      socket.end();
      request.resume();
      const timer = setTimeout(() => socket.destroy(), lingerMs);
      timer.unref();
      request.once('end', () => socket.destroySoon());
      socket.once('close', () => clearTimeout(timer));
    };
  }
}

function isSmall({ headers }: IncomingMessage): boolean {
  return Number(headers['content-length'] ?? Number.POSITIVE_INFINITY) <= smallBodyBytes;
}

/** What is answered where a body stops short, in any service. */
export const shortBody = problem(
  408,
  'less of the body has come than was announced, or it came too slowly; nothing was done: send it again',
);

/** What whoever reads the body answers then reaches nobody, as on a connection that is cut. */
const answering = ['setHeader', 'appendHeader', 'removeHeader', 'writeHead', 'write', 'end'];

/**
 * Ends a request whose body stops short: 408 where nothing was answered yet (RFC 9110 §15.5.9), else its connection is cut.
 * Whoever reads the body learns that it breaks off once the answer is out, as of a client that has left.
 */
function answerShortBody(request: IncomingMessage, response: ServerResponse): void {
  if (response.headersSent || response.destroyed) {
    request.socket.destroy();
    return;
  }
  // By itself the request would take the connection along, and the answer on it.
  request._destroy = (error, done) => {
    request.aborted = true;
    request.emit('aborted');
    process.nextTick(done, request.listenerCount('error') === 0 ? null : error);
  };
  response.once('close', () => {
    for (const method of answering) Object.defineProperty(response, method, { value: () => response });
    request.destroy(new Error('the body stopped short'));
  });
  response.setHeader('Connection', 'close');
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('Content-Type', 'application/problem+json');
  const body = JSON.stringify(shortBody);
  response.setHeader('Content-Length', Buffer.byteLength(body));
  response.writeHead(408).end(body);
}

/** A problem document (RFC 9457) for what never reaches the application. */
function problem(status: number, detail: string) {
  return { type: 'about:blank', title: http.STATUS_CODES[status], status, detail };
}
