import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { OperatorError } from '@campus/config';
import { answerShortBody } from './answer-short-body.ts';
import { lingerAfterEarlyAnswer } from './linger.ts';
import { problemText } from './problem-text.ts';
import { stopGracefully } from './stop-gracefully.ts';
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
  const server = createServer({ requestTimeout: 0, headersTimeout: 60_000 });
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

/** Whether the request carries a body at all (RFC 9112 §6.3). */
function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** What is no HTTP, in one write. */
function answerUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const status = unreadableStatus[error.code ?? ''] ?? 400;
  const body = problemText(status, 'the request could not be read as HTTP');
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Type: application/problem+json\r\n` +
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
