import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';

/**
 * A port of the loopback interface that nobody listened on a moment ago, for a process that must be told its port. It is
 * none of those that the system gives to whoever names none: somebody else would have it by the time it is used (Linux).
 */
export async function freePort(): Promise<number> {
  const range = await readFile('/proc/sys/net/ipv4/ip_local_port_range', 'utf8');
  const end = Math.max(20_000, Number.parseInt(range, 10));
  for (;;) {
    const port = randomInt(10_000, end);
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    await once(server.close(), 'close');
    return port;
  }
}
