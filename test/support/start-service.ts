import { tmpdir } from 'node:os';
import path from 'node:path';
import { type StartedProcess, startProcess } from '@campus/testing';
import { quickMediaTools } from '../../apps/video-rest/test/support/clips.ts';
import { repositoryRoot } from './start-demo.ts';

/** A service as an operator starts it: a process of its own. */
export interface StartedService extends StartedProcess {
  url: string;
}

/**
 * Starts a service on a free port, and waits until it is ready.
 *
 * @param env  its parameters; without DATABASE_URL the embedded database in DATA_DIR
 */
export async function startService(
  service: 'conventions-signing' | 'video-rest',
  env: Record<string, string>,
): Promise<StartedService> {
  const { ffmpeg, ffprobe } = await quickMediaTools();
  const started = startProcess({
    command: process.execPath,
    args: [path.join(repositoryRoot, 'apps', service, 'src/main.ts')],
    cwd: tmpdir(),
    env: { SERVER_PORT: '0', METRICS_PORT: '0', FFMPEG_PATH: ffmpeg, FFPROBE_PATH: ffprobe, ...env },
  });
  const [, url = ''] = await started.waitForOutput(/ready on (https?:\/\/[\w.:]+)/);
  return Object.assign(started, { url });
}
