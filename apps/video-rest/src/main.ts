/** The service: API, media, and the encoder unless it is left to workers. */
import { createLog, openMetricsPort, runUntilStopped } from '@campus/service';
import { addresses } from './http/addresses.ts';
import { readConfiguration, readyInstance, reportStart } from './open-process.ts';
import { startService } from './service.ts';

const log = createLog('video-rest');
await reportStart(log, async () => {
  const configuration = readConfiguration(process.env);
  const { metricsHost: host, metricsPort: port } = configuration;
  // Before the database: migrating may take a while, in which the process is alive and not ready.
  const { metrics, readiness, ...metricsPort } = await openMetricsPort({ host, port, log });
  const database = await readyInstance(configuration, {
    log: (line) => log.info(line),
    onLost: () => {
      log.fatal(
        'the embedded PostgreSQL has ended for good; so does this service, for its supervisor to act',
      );
      process.exit(1);
    },
  });
  const searchPath = process.env.PATH ?? '';
  const service = await startService({
    configuration,
    databaseUrl: database.url,
    searchPath,
    log,
    metrics,
    readiness,
  });
  runUntilStopped(async () => {
    readiness.end();
    await service.stop();
    await database.close();
    await metricsPort.stop();
  }, log);
  const address = configuration.baseUrl ?? service.url;
  log.info(`ready on ${address}, the API is at ${address}${addresses.api}`);
  process.send?.({ ready: true, url: service.url });
});
