/** An encode worker alone: any number of them, on the same database and media folder. */
import { runProcess } from '@campus/database/programs';
import { identity } from './identity.ts';
import { startWorker } from './worker.ts';

await runProcess(identity, {
  name: 'video-rest-worker',
  env: process.env,
  isBeside: true,
  async start({ configuration, ...parts }) {
    const searchPath = process.env.PATH ?? '';
    const worker = await startWorker({ configuration, ...parts, searchPath });
    const { encodeConcurrency } = configuration;
    return { stop: worker.stop, ready: `ready, ${Math.max(1, encodeConcurrency)} encodings at a time` };
  },
});
