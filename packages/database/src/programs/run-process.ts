import { OperatorError, placesOf } from '@campus/config';
import {
  createLog,
  type Log,
  type Metrics,
  openMetricsPort,
  type Readiness,
  runUntilStopped,
} from '@campus/service';
import { readyDatabase } from '../ready-database.ts';
import type { CommandLine, ProgramConfiguration, ServiceIdentity } from './service-identity.ts';

/** What a process of a service is started with. */
interface ProcessParts<Configuration> {
  configuration: Configuration;
  /** Of the database, migrated. */
  databaseUrl: string;
  log: Log;
  metrics: Metrics;
  readiness: Readiness;
}

/** What a process has brought up. */
interface RunningParts {
  url?: string;
  /** What the log says of it, once it ends in order when it is told to. */
  ready: string;
  stop(): Promise<void>;
}

/**
 * Runs a process of a service: configuration, metrics port, database, then what `start` brings up, until the process is
 * told to stop. Its parent, if there is one, is told when it is ready.
 *
 * A start that fails ends the process with 1: what an operator can mend is one message on standard error, anything else
 * is a bug and shows where in the log.
 *
 * @param options.name      in every line of the log
 * @param options.isBeside  for a worker, which shares the database of the service
 */
export async function runProcess<Configuration extends ProgramConfiguration>(
  { repositoryRoot, loadConfiguration, database, migrations }: ServiceIdentity<Configuration>,
  {
    name,
    env,
    isBeside = false,
    start,
  }: {
    name: string;
    env: CommandLine['env'];
    isBeside?: boolean;
    start: (parts: ProcessParts<Configuration>) => Promise<RunningParts>;
  },
): Promise<void> {
  const log = await createLog(name);
  try {
    const configuration = loadConfiguration(placesOf(env, repositoryRoot), { isBeside });
    const { databaseUrl, dataDir, metricsHost: host, metricsPort: port } = configuration;
    // Before the database: migrating may take a while, in which the process is alive and not ready.
    const { metrics, readiness, ...metricsPort } = await openMetricsPort({ host, port, log });
    const opened = await readyDatabase({
      url: databaseUrl,
      dataDir,
      database,
      migrations,
      isBeside,
      log: (line) => log.info(line),
      onLost() {
        if (isBeside) log.error('the embedded PostgreSQL has stopped, or its service; so does this worker');
        else
          log.fatal(
            'the embedded PostgreSQL has ended for good; so does this service, for its supervisor to act',
          );
        process.exit(1);
      },
    });
    const { url, ready, stop } = await start({
      configuration,
      databaseUrl: opened.url,
      log,
      metrics,
      readiness,
    });
    runUntilStopped(async () => {
      readiness.end();
      await stop();
      await opened.close();
      await metricsPort.stop();
    }, log);
    log.info(ready);
    process.send?.({ ready: true, url });
  } catch (error) {
    if (error instanceof OperatorError) process.stderr.write(`${error.message}\n`);
    else log.fatal({ err: error }, 'the program cannot start');
    process.exit(1);
  }
}
