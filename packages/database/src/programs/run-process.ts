import { OperatorError, placesOf } from '@campus/config';
import {
  createLog,
  createProcesses,
  gatherMetrics,
  gatherReadiness,
  joinProcesses,
  type Log,
  type Member,
  openMetricsPort,
  type ReadinessReport,
  runUntilStopped,
  startTraces,
  type Watched,
  watchProcess,
} from '@campus/service';
import type { OpenedInstance } from '../open-instance.ts';
import { readyDatabase } from '../ready-database.ts';
import type { ProgramConfiguration, ServiceIdentity } from './service-identity.ts';

/** What a process of a service is started with. */
interface ProcessParts<Configuration> extends Watched {
  configuration: Configuration;
  /** Of the database, migrated. */
  databaseUrl: string;
  log: Log;
  /** Whether it takes up jobs: of several processes the first, so that their concurrency is that of the whole. */
  takesJobs: boolean;
}

/** What a process has brought up. */
interface RunningParts {
  url?: string;
  /** What the log says of it, once it ends in order when it is told to. */
  ready: string;
  stop(): Promise<void>;
}

/** What the process that has the database gives to the others. */
interface Given {
  databaseUrl: string;
}

interface ProcessOptions<Configuration> {
  /** In every line of the log. */
  name: string;
  /** For a worker, which shares the database of the service. */
  isBeside?: boolean;
  start: (parts: ProcessParts<Configuration>) => Promise<RunningParts>;
}

/**
 * Runs a process of a service: configuration, metrics port, database, then what `start` brings up, until the process is
 * told to stop. Its parent, if there is one, is told when it is ready.
 *
 * With `server.processes` above one this process has the metrics port and the database alone, and starts so many others
 * of itself that answer requests.
 *
 * A start that fails ends the process with 1: what an operator can mend is one message on standard error, anything else
 * is a bug and shows where in the log.
 */
export async function runProcess<Configuration extends ProgramConfiguration>(
  identity: ServiceIdentity<Configuration>,
  options: ProcessOptions<Configuration>,
): Promise<void> {
  const { name, isBeside = false } = options;
  const log = await createLog(name);
  try {
    const configuration = identity.loadConfiguration(placesOf(identity.repositoryRoot), {
      isBeside,
    });
    const member = await joinProcesses<Given>();
    const run = { configuration, identity, options, log };
    if (member !== undefined) await runMember(member, run);
    else if (isBeside || configuration.processes === 1) await runAlone(run);
    else await runSeveral(run);
  } catch (error) {
    if (error instanceof OperatorError) process.stderr.write(`${error.message}\n`);
    else log.fatal({ err: error }, 'the program cannot start');
    process.exit(1);
  }
}

interface Run<Configuration extends ProgramConfiguration> {
  configuration: Configuration;
  identity: ServiceIdentity<Configuration>;
  options: ProcessOptions<Configuration>;
  log: Log;
}

async function runAlone<Configuration extends ProgramConfiguration>(run: Run<Configuration>): Promise<void> {
  const { configuration, options, log } = run;
  const watched = watchProcess({ log });
  const endTraces = await traceProcess(run, watched);
  const { opened, closeAll } = await openBelow(run, watched);
  const parts = { configuration, databaseUrl: opened.url, log, ...watched, takesJobs: true };
  const { url, ready, stop } = await options.start(parts);
  runUntilStopped(async () => {
    watched.readiness.end();
    await stop();
    await endTraces();
    await closeAll();
  }, log);
  log.info(ready);
  process.send?.({ ready: true, url });
}

/** Has what there is once, and starts the processes that do the work. */
async function runSeveral<Configuration extends ProgramConfiguration>(
  run: Run<Configuration>,
): Promise<void> {
  const { configuration, log } = run;
  const processes = createProcesses({
    log,
    onHopeless() {
      log.fatal(
        'a process of the service does not come up again; so ends the service, for its supervisor to act',
      );
      process.exit(1);
    },
  });
  const metrics = gatherMetrics(watchProcess({ log }).metrics, processes);
  const readiness = gatherReadiness(async () => [
    ...(await processes.ask<ReadinessReport>('report')).values(),
  ]);
  const { opened, closeAll } = await openBelow(run, { metrics, readiness });
  const given: Given = { databaseUrl: opened.url };
  const { url, ready } = await processes.start({ count: configuration.processes, given });
  readiness.begin();
  runUntilStopped(async () => {
    readiness.end();
    await processes.stop();
    await closeAll();
  }, log);
  log.info({ processes: configuration.processes }, ready);
  process.send?.({ ready: true, url });
}

/** Is one of those. */
async function runMember<Configuration extends ProgramConfiguration>(
  member: Member<Given>,
  run: Run<Configuration>,
): Promise<void> {
  const { configuration, options } = run;
  const log = run.log.child({ process: member.number });
  const watched = watchProcess({ log });
  const endTraces = await traceProcess({ ...run, log }, watched);
  const { metrics, readiness } = watched;
  const { databaseUrl } = member.given;
  const takesJobs = member.number === 1;
  const { url, ready, stop } = await options.start({
    configuration,
    databaseUrl,
    log,
    ...watched,
    takesJobs,
  });
  runUntilStopped(async () => {
    readiness.end();
    await stop();
    await endTraces();
  }, log);
  member.answer({ figures: metrics.figures, report: readiness.report });
  member.ready({ url, ready });
}

/** Sends the traces of this process where that is configured; what comes back ends it. */
async function traceProcess<Configuration extends ProgramConfiguration>(
  { configuration, identity, options, log }: Run<Configuration>,
  { metrics }: Watched,
): Promise<() => Promise<void>> {
  const { tracesEndpoint: endpoint, tracesRatio: ratio } = configuration;
  if (endpoint === undefined) return async () => {};
  const service = { name: options.name, version: identity.version };
  return startTraces({ endpoint, ratio, service, metrics, log });
}

/** Opens what every service has below its work: the metrics port, and then the database. */
async function openBelow<Configuration extends ProgramConfiguration>(
  { configuration, identity, options, log }: Run<Configuration>,
  told: Pick<Parameters<typeof openMetricsPort>[0], 'metrics' | 'readiness'>,
): Promise<{ opened: OpenedInstance; closeAll: () => Promise<void> }> {
  const { databaseUrl, dataDir, metricsHost: host, metricsPort: port } = configuration;
  const { isBeside = false } = options;
  // Before the database: migrating may take a while, in which the process is alive and not ready.
  const metricsPort = await openMetricsPort({ host, port, log, ...told });
  const opened = await readyDatabase({
    url: databaseUrl,
    dataDir,
    database: identity.database,
    migrations: identity.migrations,
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
  const closeAll = async () => {
    await opened.close();
    await metricsPort.stop();
  };
  return { opened, closeAll };
}
