import type { IncomingMessage, ServerResponse } from 'node:http';

/** A body up to this size is read to its end after all, which keeps the connection for the next request. */
const smallBodyBytes = 64 * 1024;

/**
 * Lets an answer arrive that is given before the body was read: the connection is closed for writing, what still
 * comes is thrown away, and after `lingerMs` it is cut. Closing at once would reset the connection, and the
 * client might never see the answer (RFC 9112 §9.6); Node by itself would read on for ever.
 */
export function lingerAfterEarlyAnswer(
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
