import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { createTestDatabase, type TestDatabase } from '@campus/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openDatabase } from '../src/index.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase('conventions-signing');
});
afterAll(() => database.drop());

/** Stands between the service and its database, and can lose the connections there are without a word. */
async function givenNetwork() {
  const ends: [Socket, Socket][] = [];
  const { hostname, port } = new URL(database.url);
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const socket of [near, far]) socket.on('error', () => undefined);
    near.pipe(far).pipe(near);
    ends.push([near, far]);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(database.url);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: url.href,
    lose() {
      for (const [near, far] of ends) near.unpipe(far);
    },
    async [Symbol.asyncDispose]() {
      for (const socket of ends.flat()) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

test('Given a connection that has gone silent, When the database is checked, Then that fails in time and the next is well', async () => {
  await using network = await givenNetwork();
  const opened = openDatabase({
    url: network.url,
    poolSize: 1,
    onError: () => undefined,
    createClient: () => ({
      $disconnect: async () => undefined,
      $transaction: (): Promise<never> => Promise.reject(new Error('there is none')),
    }),
  });
  await opened.check();

  network.lose();
  const silent = opened.check({ timeoutMs: 50 });

  await expect(silent).rejects.toThrow('timeout');
  await expect(opened.check()).resolves.toBeUndefined();
  await opened.close();
});
