import type { Log } from '../log/create-log.ts';

/**
 * Of the whole stop, so that it ends by itself within the 30 s that an orchestrator usually gives (Kubernetes;
 * Docker gives 10 s unless told otherwise). In it: 10 s for requests (`listen`), then 5 s for jobs and 5 s for those
 * cut off to clear up (`startJobs`), the rest for the embedded PostgreSQL, and 1 s for the last scrape.
 */
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
