import type { Log } from './create-log.ts';

const limitMs = 25_000;

/**
 * Keeps the process up until it is told to stop (SIGINT, SIGTERM, SIGHUP, or the parent that holds its
 * IPC channel goes away), then runs `stop` once and exits 0; after 25 s it exits 1 all the same.
 */
export function runUntilStopped(stop: () => Promise<void>, log: Log): void {
  let stopping = false;
  const begin = (why: string) => {
    if (stopping) return;
    stopping = true;
    log.info({ why }, 'stopping');
    setTimeout(() => {
      log.error('stopping took too long');
      process.exit(1);
    }, limitMs).unref();
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'stopping failed');
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => begin(signal));
  process.on('disconnect', () => begin('parent gone'));
}
