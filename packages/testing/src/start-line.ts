import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** The way to a server, which may be cut. */
export interface Line extends AsyncDisposable {
  url: string;
  /** Breaks all connections, and refuses others until `mend`. */
  cut(): void;
  mend(): void;
  /** Whether something has been held. */
  readonly isHolding: boolean;
}

/**
 * Another address of a server, by a line of bytes that looks at nothing.
 *
 * @param passes  about how many bytes reach the server: what comes then is held for ever. After `mend` all pass again
 */
export async function startLine(target: string, { passes = Infinity } = {}): Promise<Line> {
  const { hostname, port } = new URL(target);
  const ends = new Set<Socket>();
  let isCut = false;
  let left = passes;
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const end of [near, far]) {
      ends.add(end);
      // The other end hears of it by its own close.
      end.on('error', () => undefined).on('close', () => ends.delete(end));
    }
    near.on('data', ({ length }) => {
      left -= length;
      if (left <= 0) near.unpipe(far).pause();
    });
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
    if (isCut) near.destroy();
    else near.pipe(far).pipe(near);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = () => {
    isCut = true;
    for (const end of ends) end.destroy();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut,
    mend: () => {
      isCut = false;
      left = Infinity;
    },
    get isHolding() {
      return left <= 0;
    },
    async [Symbol.asyncDispose]() {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}
