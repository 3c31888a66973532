import type { IncomingMessage, ServerResponse } from 'node:http';
import { problemText } from './problem-text.ts';

const detail =
  'less of the body has come than was announced, or it came too slowly; nothing was done: send it again';

/** What whoever reads the body answers then reaches nobody, as on a connection that is cut. */
const answering = ['setHeader', 'appendHeader', 'removeHeader', 'writeHead', 'write', 'end'];

/**
 * Ends a request whose body stops short: 408 where nothing was answered yet (RFC 9110 §15.5.9), else its connection is cut.
 * Whoever reads the body learns that it breaks off once the answer is out, as of a client that has left.
 */
export function answerShortBody(request: IncomingMessage, response: ServerResponse): void {
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
  const body = problemText(408, detail);
  response.setHeader('Content-Length', Buffer.byteLength(body));
  response.writeHead(408).end(body);
}
