import { createLog, type Log, openMetricsPort, runUntilStopped } from '@campus/service';
import { isMendable, readConfiguration, readyInstance } from './open-process.ts';
import { startService } from './service.ts';

async function start(log: Log): Promise<void> {
  const { databaseUrl: url, ...configuration } = readConfiguration(process.env);
  const { metricsHost: host, metricsPort: port } = configuration;
  // Before the database: migrating may take a while, in which the process is alive and not ready.
  const { metrics, readiness, ...metricsPort } = await openMetricsPort({ host, port, log });
  const database = await readyInstance(
    { databaseUrl: url, dataDir: configuration.dataDir },
    {
      log: (line) => log.info(line),
      onLost: () => {
        log.fatal(
          'the embedded PostgreSQL has ended for good; so does this service, for its supervisor to act',
        );
        process.exit(1);
      },
    },
  );
  const service = await startService({
    configuration,
    databaseUrl: database.url,
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
  log.info(`ready on ${address}, API reference at ${address}/public/swagger-ui.html`);
  process.send?.({ ready: true, url: service.url });
}

const log = createLog('conventions-signing');
try {
  await start(log);
} catch (error) {
  // What an operator can mend is one message; anything else is a bug and shows where.
  if (isMendable(error)) process.stderr.write(`${error.message}\n`);
  else log.fatal({ err: error }, 'the service cannot start');
  process.exit(1);
}
