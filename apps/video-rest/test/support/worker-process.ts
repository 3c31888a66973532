import { tmpdir } from 'node:os';
import path from 'node:path';
import { type StartedProcess, startProcess } from '@campus/testing';
import { quickMediaTools } from './clips.ts';

const program = path.resolve(import.meta.dirname, '../../src/worker-main.ts');

/** Starts an encode worker as an operator does, as a process of its own, and waits until it is ready. */
export async function startWorkerProcess(env: Record<string, string>): Promise<StartedProcess> {
  const { ffmpeg, ffprobe } = await quickMediaTools();
  const worker = startProcess({
    command: process.execPath,
    args: [program],
    cwd: env.DATA_DIR ?? tmpdir(),
    env: {
      PATH: process.env.PATH ?? '',
      METRICS_PORT: '0',
      FFMPEG_PATH: ffmpeg,
      FFPROBE_PATH: ffprobe,
      ...env,
    },
  });
  await worker.waitForOutput(/ready, \d+ encodings at a time/);
  return worker;
}
