import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Listening {
  /** Address on this machine, `http://127.0.0.1:8081`. */
  url: string;
  /** Takes no new connections, lets running requests finish for `graceMs`, then cuts what is left. */
  stop(options?: { graceMs?: number }): Promise<void>;
}

/** The address to listen on cannot be taken; the message says why and what to change. */
export class ListenError extends Error {
  constructor(message: string, cause: Error) {
    super(message, { cause });
    this.name = 'ListenError';
  }
}

/**
 * Starts the HTTP server.
 *
 * @throws ListenError
 */
export async function listen(
  handle: RequestListener,
  { host, port }: { host: string; port: number },
): Promise<Listening> {
  const server = createServer(handle);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(explain(error, host, port)));
    server.listen(port, host, resolve);
  });
  const address = server.address() as AddressInfo;
  const name = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return {
    url: `http://${name}:${address.port}`,
    stop: ({ graceMs = 10_000 } = {}) => close(server, graceMs),
  };
}

async function close(server: Server, graceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const cut = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearTimeout(cut);
}

function explain(error: NodeJS.ErrnoException, host: string, port: number): ListenError {
  const where = `cannot listen on ${host}:${port}`;
  return error.code === 'EADDRINUSE'
    ? new ListenError(`${where}: the port is taken; stop the other program or set server.port`, error)
    : new ListenError(`${where}: ${error.message}; check server.host and server.port`, error);
}
