/** An encode worker alone: any number of them, on the same database and media folder. */
import { runProcess } from '@campus/database/programs';
import { openMediaTools } from './ffmpeg/open-media-tools.ts';
import { identity } from './identity.ts';
import { startWorker } from './worker.ts';

await runProcess(identity, {
  name: 'video-rest-worker',
  isBeside: true,
  async start({ configuration, ...parts }) {
    const { encodeConcurrency, ffmpegPath, ffprobePath } = configuration;
    const tools = await openMediaTools({ ffmpegPath, ffprobePath, path: process.env.PATH ?? '' });
    // As if it were told to stop: it ends with 0.
    const onDrained = () => process.kill(process.pid, 'SIGTERM');
    const worker = await startWorker({ configuration, ...parts, tools, onDrained });
    return { stop: worker.stop, ready: `ready, ${Math.max(1, encodeConcurrency)} encodings at a time` };
  },
});
