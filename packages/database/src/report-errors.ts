import { whyDatabaseIsAway, whyNoSpace } from './why-unavailable.ts';

/** What is used of a service's log. */
interface Log {
  info(message: string): void;
  warn(message: string): void;
  error(about: { err: unknown }, message: string): void;
}

/** Tells the log of errors; one that says nothing but that the database is away is told once for all of them. */
export type ReportError = (error: unknown, message: string) => void;

/**
 * Keeps an outage of the database from filling the log: its first error is one line with the reason, then there is one
 * line a minute with their number, and one when the database answers again. A full disk, of which every job tells, is one line
 * a minute too. Every other error is told as it is.
 *
 * @param options.check         whether the database answers; asked only while it is away
 * @param options.checkEveryMs  how often
 * @param options.tellEveryMs   how long between two lines of one outage
 */
export function createErrorReport(options: {
  log: Log;
  check: () => Promise<void>;
  checkEveryMs?: number;
  tellEveryMs?: number;
}): { report: ReportError; close(): void } {
  const { log, check, checkEveryMs = 2_000, tellEveryMs = 60_000 } = options;
  let outage: { since: number; told: number; errors: number } | undefined;
  let timer: NodeJS.Timeout | undefined;
  let toldNoSpace = Number.NEGATIVE_INFINITY;
  let isClosed = false;
  const watch = () => {
    timer = setTimeout(() => void look(), checkEveryMs).unref();
  };
  const look = async () => {
    const answers = await check().then(
      () => true,
      () => false,
    );
    if (outage === undefined || isClosed) return;
    const now = performance.now();
    const soFar = `after ${Math.round((now - outage.since) / 1000)} s (errors: ${outage.errors})`;
    if (answers) {
      outage = undefined;
      log.info(`the database answers again ${soFar}`);
      return;
    }
    if (now - outage.told >= tellEveryMs) {
      outage.told = now;
      log.warn(`the database is still away ${soFar}`);
    }
    watch();
  };
  return {
    report(error, message) {
      const noSpace = whyNoSpace(error);
      if (noSpace !== undefined) {
        if (performance.now() - toldNoSpace < tellEveryMs) return;
        toldNoSpace = performance.now();
        log.warn(`a disk is full: ${noSpace}`);
        return;
      }
      const reason = whyDatabaseIsAway(error);
      if (reason === undefined) log.error({ err: error }, message);
      else if (outage !== undefined) outage.errors += 1;
      else if (!isClosed) {
        const now = performance.now();
        outage = { since: now, told: now, errors: 1 };
        log.warn(`the database is away: ${reason}`);
        watch();
      }
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
