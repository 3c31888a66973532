import { once } from 'node:events';
import { Server as HttpServer } from 'node:http';
import type { AddressInfo, Server } from 'node:net';

/** Listens on a free port; what stops it cuts open connections too, and can be called again. */
export async function listenOnLoopback(server: Server): Promise<{ port: number; stop(): Promise<void> }> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      if (server instanceof HttpServer) server.closeAllConnections();
      await closed;
    },
  };
}
