import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from '@jest/globals';
import type { ObjectStoreSettings } from '../../src/storage/objects/connect-store.ts';

/** How the proxy treats what comes; `pass` hands it on. */
export type Treatment = (asked: IncomingMessage, answer: ServerResponse, pass: () => void) => void;

/** Proxies for the tests of a file, between them and a store. */
export function useStoreProxies(settings: ObjectStoreSettings) {
  const proxies: Server[] = [];
  afterAll(() => {
    for (const proxy of proxies) proxy.close().closeAllConnections();
  });

  /** The store behind a proxy, which signatures go through: they name the host as it was asked. */
  async function behindProxy(
    treatment: Treatment,
    behind: ObjectStoreSettings = settings,
  ): Promise<ObjectStoreSettings> {
    const target = new URL(String(behind.endpoint));
    const proxy = createServer((asked, answer) => {
      const pass = () => {
        const { method, url, headers } = asked;
        const onward = request({ host: target.hostname, port: target.port, method, path: url, headers });
        onward.on('response', (given) => {
          answer.writeHead(given.statusCode ?? 502, given.headers);
          given.pipe(answer);
        });
        onward.on('error', () => answer.destroy());
        answer.on('close', () => onward.destroy());
        asked.pipe(onward);
      };
      treatment(asked, answer, pass);
    });
    proxies.push(proxy);
    await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening));
    return { ...behind, endpoint: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` };
  }

  return { behindProxy };
}
