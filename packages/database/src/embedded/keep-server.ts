import { setTimeout as sleep } from 'node:timers/promises';
import { errorMessage } from '@campus/config';
import type { RunningServer } from './start-server.ts';

/** A server that has run for so long is well: what ends it is something new. */
const wellAfterMs = 60_000;

/** Between two starts of one that does not get well: a full disk, for example, may have room again. */
const longestPauseMs = 10_000;
const firstPauseMs = 250;

interface KeepOptions {
  /** Starts it again on the same port. @throws when it does not start, or `signal` has aborted */
  startAgain: (signal: AbortSignal) => Promise<RunningServer>;
  log: (line: string) => void;
  /** Called when it has not been well for `patienceMs`: it is not started any more, and the process is of no use. */
  onLost: () => void;
  patienceMs: number;
}

/**
 * Starts a server again whenever it ends by itself: killed, or by a signal that reaches every process at once. Whoever
 * is connected sees a restart.
 *
 * @returns what stops it for good, also while it is being started
 */
export function keepServer(
  server: RunningServer,
  { startAgain, log, onLost, patienceMs }: KeepOptions,
): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  let current = server;
  const keeping = keep();
  return async () => {
    stopping.abort();
    await current.stop();
    await keeping;
  };

  async function keep(): Promise<void> {
    let unwellSince: number | undefined;
    let pauseMs = firstPauseMs;
    let startedAt = performance.now();
    for (;;) {
      await current.ended;
      if (signal.aborted) return;
      const now = performance.now();
      if (now - startedAt > wellAfterMs) {
        unwellSince = undefined;
        pauseMs = firstPauseMs;
      }
      unwellSince ??= now;
      if (now - unwellSince > patienceMs) {
        log('the embedded PostgreSQL does not get well; it is not started any more');
        onLost();
        return;
      }
      if (now > unwellSince) {
        await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
        pauseMs = Math.min(longestPauseMs, pauseMs * 2);
        if (signal.aborted) return;
      }
      log('the embedded PostgreSQL has ended unexpectedly; it is started again');
      startedAt = performance.now();
      try {
        current = await startAgain(signal);
        if (signal.aborted) {
          await current.stop();
          return;
        }
        log('the embedded PostgreSQL is ready again');
      } catch (error) {
        if (signal.aborted) return;
        log(`the embedded PostgreSQL could not be started again: ${errorMessage(error)}`);
      }
    }
  }
}
