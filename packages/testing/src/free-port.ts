import { createServer } from 'node:net';
import { listenOnLoopback } from './listen-on-loopback.ts';

/** A port of the loopback interface that nobody listened on a moment ago, for a process that must be told its port. */
export async function freePort(): Promise<number> {
  const { port, stop } = await listenOnLoopback(createServer());
  await stop();
  return port;
}
