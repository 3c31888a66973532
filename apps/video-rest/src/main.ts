/** The service: API, media, and the encoder unless it is left to workers. */
import { createLog, openMetricsPort, runUntilStopped } from '@campus/server';
import { openProcess, reportStart } from './open-process.ts';
import { startService } from './service.ts';

const log = createLog('video-rest');
await reportStart(log, async () => {
  const { configuration, database, searchPath } = await openProcess({ env: process.env, log });
  const { metricsHost: host, metricsPort: port } = configuration;
  const { metrics, readiness, ...metricsPort } = await openMetricsPort({ host, port, log });
  const service = await startService({
    ...{ configuration, databaseUrl: database.url, searchPath, log, metrics, readiness },
  });
  runUntilStopped(async () => {
    readiness.end();
    await service.stop();
    await database.close();
    await metricsPort.stop();
  }, log);
  const address = configuration.baseUrl ?? service.url;
  log.info(`ready on ${address}, the API is at ${address}/rest/`);
  process.send?.({ ready: true, url: service.url });
});
