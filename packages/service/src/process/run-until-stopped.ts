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

/** What a process has opened, and how it lets go of it. */
export interface StopList {
  /** The last to come is the first to go. */
  onStop(stop: () => Promise<unknown>): void;
  /**
   * Lets go of everything, one after the other, also of what comes after one that fails. Can be called again.
   *
   * @throws AggregateError  the failures, when all is done
   */
  stop(): Promise<void>;
}

export function createStopList(): StopList {
  const stops: (() => Promise<unknown>)[] = [];
  return {
    onStop: (stop) => void stops.push(stop),
    async stop() {
      const errors: unknown[] = [];
      for (const one of stops.splice(0).reverse()) {
        try {
          await one();
        } catch (error) {
          errors.push(error);
        }
      }
      if (errors.length > 0) throw new AggregateError(errors, 'not everything could be stopped');
    },
  };
}
