import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';

/**
 * Follows the connections of a server from its start, so that it can stop without breaking off an answer.
 *
 * @returns what stops it: no new connections; idle ones are closed at once, the others with the end of the answer
 *   they wait for, and after `graceMs` whatever is left is cut
 */
export function stopGracefully(server: Server, { graceMs }: { graceMs: number }): () => Promise<void> {
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
