/** An encode worker alone: any number of them, on the same database and media folder. */
import { createLog, runUntilStopped } from '@campus/server';
import { openProcess, reportStart } from './open-process.ts';
import { startWorker } from './worker.ts';

const log = createLog('video-rest-worker');
await reportStart(log, async () => {
  const { configuration, database, searchPath } = await openProcess({
    env: process.env,
    log,
    beside: {
      onLost: () => {
        log.error('the service that runs the embedded PostgreSQL has stopped; so does this worker');
        process.exit(1);
      },
    },
  });
  const worker = await startWorker({ configuration, databaseUrl: database.url, searchPath, log });
  runUntilStopped(async () => {
    await worker.stop();
    await database.close();
  }, log);
  log.info(`ready, ${Math.max(1, configuration.encodeConcurrency)} encodings at a time`);
  process.send?.({ ready: true });
});
