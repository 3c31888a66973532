/** Starts an ffmpeg that never ends by itself, in the folder given, and stays. */
import { runFfmpeg } from '../../src/ffmpeg/run-ffmpeg.ts';
import { testMediaTools } from './clips.ts';
import { endlessArgs } from './endless-args.ts';

const [folder = '.'] = process.argv.slice(2);
const { ffmpeg } = await testMediaTools();
await runFfmpeg(ffmpeg, {
  args: endlessArgs(folder),
  folder,
  durationSeconds: 3600,
  timeLimitMs: 600_000,
  memoryMiB: 2048,
  hiddenPaths: [],
});
