/** An encode worker alone: any number of them, on the same database and media folder. */
import { createLog, openMetricsPort, runUntilStopped } from '@campus/service';
import { readConfiguration, readyInstance, reportStart } from './open-process.ts';
import { startWorker } from './worker.ts';

const log = createLog('video-rest-worker');
await reportStart(log, async () => {
  const configuration = readConfiguration(process.env, { isBeside: true });
  const { metricsHost: host, metricsPort: port } = configuration;
  const { metrics, readiness, ...metricsPort } = await openMetricsPort({ host, port, log });
  const database = await readyInstance(configuration, {
    log: (line) => log.info(line),
    isBeside: true,
    onLost: () => {
      log.error('the embedded PostgreSQL has stopped, or its service; so does this worker');
      process.exit(1);
    },
  });
  const searchPath = process.env.PATH ?? '';
  const worker = await startWorker({
    configuration,
    databaseUrl: database.url,
    searchPath,
    log,
    metrics,
    readiness,
  });
  runUntilStopped(async () => {
    readiness.end();
    await worker.stop();
    await database.close();
    await metricsPort.stop();
  }, log);
  log.info(`ready, ${Math.max(1, configuration.encodeConcurrency)} encodings at a time`);
  process.send?.({ ready: true });
});
