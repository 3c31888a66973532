import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A network between a service and what it connects to. */
export interface Network extends AsyncDisposable {
  /** Through it. */
  url: string;
  /** Loses the connections there are without a word. */
  lose(): void;
  /** Ends the connections there are. */
  cut(): void;
  /** Carries nothing more on any connection, also on those that are opened; with `false` it does again. */
  stall(isStalled?: boolean): void;
}

/** Puts a network before a server on this machine, such as a database. */
export async function networkBefore(server: string): Promise<Network> {
  const { hostname, port } = new URL(server);
  const ends: [Socket, Socket][] = [];
  let isStalled = false;
  const carry = (near: Socket, far: Socket) => void near.pipe(far).pipe(near);
  const halt = (near: Socket, far: Socket) => void [near.unpipe(far).pause(), far.unpipe(near).pause()];
  const network = createServer((near) => {
    const far = connect(Number(port), hostname);
    ends.push([near, far]);
    for (const socket of [near, far]) socket.on('error', () => undefined);
    near.once('close', () => far.destroy());
    if (!isStalled) carry(near, far);
  }).listen(0, '127.0.0.1');
  await once(network, 'listening');
  const url = new URL(server);
  url.host = `127.0.0.1:${(network.address() as AddressInfo).port}`;
  return {
    url: url.href,
    lose() {
      for (const [near, far] of ends.splice(0)) halt(near, far);
    },
    cut() {
      for (const socket of ends.splice(0).flat()) socket.destroy();
    },
    stall(stalls = true) {
      isStalled = stalls;
      for (const [near, far] of ends) (stalls ? halt : carry)(near, far);
    },
    async [Symbol.asyncDispose]() {
      for (const socket of ends.flat()) socket.destroy();
      network.close();
    },
  };
}
