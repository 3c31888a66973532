import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/**
 * Starts a signing application that never answers: of what is sent, as many calls as are made at once wait, and no more
 * are made meanwhile.
 */
export async function startSilentApplication(): Promise<{ url: string; stop: () => Promise<void> }> {
  const calls = new Set<Socket>();
  const server = createServer((socket) => calls.add(socket.on('error', () => {})));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      for (const socket of calls) socket.destroy();
      server.close();
    },
  };
}
