import { performance } from 'node:perf_hooks';
import { openConnection } from './connection.ts';
import { median } from './median.ts';

interface Load {
  /** Base URL of the server. */
  url: string;
  connections: number;
  seconds: number;
  /** The next request, whoever sends it. */
  next: () => Buffer;
  /** Asked of each answer. @throws Error  when it is not the right one */
  check: (status: number) => void;
  signal: AbortSignal;
}

export interface Measured {
  perSecond: number;
  /** Of all answers, the time that 99 % stay below. */
  p99Ms: number;
  /** The median time until an answer begins. */
  firstByteMs: number;
}

/**
 * Keeps a server busy with one request at a time on each connection.
 *
 * @throws what `check` throws
 */
export async function runLoad({ url, connections, seconds, next, check, signal }: Load): Promise<Measured> {
  const durations: number[] = [];
  const firstBytes: number[] = [];
  const start = performance.now();
  const deadline = start + seconds * 1000;
  const work = async () => {
    const connection = await openConnection(url);
    try {
      for (let now = performance.now(); now < deadline; ) {
        const { status, firstByteMs } = await connection.send(next());
        check(status);
        firstBytes.push(firstByteMs);
        const done = performance.now();
        durations.push(done - now);
        now = done;
        signal.throwIfAborted();
      }
    } finally {
      connection.close();
    }
  };
  await Promise.all(Array.from({ length: connections }, work));
  const elapsedMs = performance.now() - start;
  durations.sort((a, b) => a - b);
  return {
    perSecond: (durations.length / elapsedMs) * 1000,
    p99Ms: durations[Math.floor(durations.length * 0.99)] ?? Number.NaN,
    firstByteMs: median(firstBytes),
  };
}
