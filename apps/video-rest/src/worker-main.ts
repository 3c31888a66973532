/** An encode worker alone: any number of them, on the same database and media folder. */
import { runProcess } from '@campus/database/programs';
import { identity } from './identity.ts';
import { startWorker } from './worker.ts';

await runProcess(identity, {
  name: 'video-rest-worker',
  env: process.env,
  isBeside: true,
  async start({ configuration, log, ...parts }) {
    const searchPath = process.env.PATH ?? '';
    const worker = await startWorker({ configuration, log, ...parts, searchPath });
    log.info(`ready, ${Math.max(1, configuration.encodeConcurrency)} encodings at a time`);
    return worker;
  },
});
