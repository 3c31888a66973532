import { type Jobs, startJobs } from '@campus/jobs';
import * as service from '@campus/service';
import type { DatabaseOptions, OpenDatabase } from '../open-database.ts';
import { createErrorReport, type ReportError } from '../report-errors.ts';
import type { Standby } from '../standby.ts';

/** What is configured of the connections. */
interface Connections {
  databasePoolSize: number;
  databaseListTimeout: number;
  databaseReadUrl?: string | undefined;
}

/** What a service or a worker is brought up with; its figures and its readiness are seen by nobody when absent. */
export interface BringUpOptions<Configuration extends Connections> extends Partial<service.Watched> {
  configuration: Configuration;
  /** Of the database, migrated. */
  databaseUrl: string;
  log: service.Log;
  /** Whether this process takes up jobs; it does when absent. */
  takesJobs?: boolean;
  now?: () => Date;
}

/** What every service and worker stands on. */
export interface Ground<Database> extends service.Watched, Pick<service.StopList, 'onStop'> {
  db: Database;
  report: ReportError;
  now: () => Date;
  /** Starts the queue, whose depths are among the figures. */
  startJobs(): Promise<Jobs>;
}

/**
 * Brings something up on a migrated database. Rejects with one clear sentence when that cannot be; nothing is left open
 * then. `stop` lets go of all that it has opened.
 *
 * @param open   the service's database
 * @param build  brings up what stands on it; what is given to `onStop` last is stopped first
 */
export async function bringUp<
  Configuration extends Connections,
  Database extends OpenDatabase<unknown>,
  Built extends object,
>(
  options: BringUpOptions<Configuration>,
  open: (url: string, onError: (error: Error) => void, options: DatabaseOptions) => Database,
  build: (ground: Ground<Database>) => Promise<Built>,
): Promise<Built & { stop(): Promise<void> }> {
  const { configuration, databaseUrl, log, now = () => new Date() } = options;
  const { metrics = service.createMetrics(), readiness = service.createReadiness({ log }) } = options;
  const { onStop, stop } = service.createStopList();
  try {
    const db = open(databaseUrl, (error) => report(error, 'a database connection broke'), {
      poolSize: configuration.databasePoolSize,
      listTimeoutSeconds: configuration.databaseListTimeout,
      readUrl: configuration.databaseReadUrl,
    });
    onStop(() => db.close());
    const { report, ...errorReport } = createErrorReport({ log, check: () => db.check() });
    onStop(async () => errorReport.close());
    const built = await build({
      ...{ db, report, now, metrics, readiness, onStop },
      async startJobs() {
        const onError = (error: unknown) => report(error, 'the job queue reports an error');
        const jobs = await startJobs({ databaseUrl, now, onError });
        onStop(() => jobs.stop());
        service.watchPools(metrics, db.pools);
        if (db.standby !== undefined) watchStandby(metrics, db.standby);
        service.watchQueues(metrics, jobs.depths);
        service.watchWaits(metrics, jobs.waits);
        return jobs;
      },
    });
    return { ...built, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function watchStandby(metrics: service.Metrics, standby: Standby): void {
  metrics.gauge({
    name: 'database_standby_used',
    help: 'Whether the standby answers lists and searches (1), or is away or behind, and the primary does (0).',
    ofSeveral: 'min',
    read: async () => [
      {
        value: await standby.check().then(
          () => 1,
          () => 0,
        ),
      },
    ],
  });
}
