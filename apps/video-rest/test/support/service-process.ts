import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { environmentName } from '@campus/config';
import { type StartedProcess, startProcess } from '@campus/testing';
import { declareParameters, type VideoConfiguration } from '../../src/config.ts';
import { encodingTools, quickMediaTools } from './clips.ts';

const parameters = declareParameters(path.resolve(import.meta.dirname, '../../../..'));
const main = path.resolve(import.meta.dirname, '../../src/main.ts');

/** The service as an operator starts it: a process of its own, whose output is its log. */
export interface ServiceProcess extends StartedProcess {
  url: string;
  /** Where it tells how it is. */
  metricsUrl: string;
}

/** A folder for `data.dir`, removed by the returned function. */
export async function makeDataDir(): Promise<{ dataDir: string; remove: () => Promise<void> }> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'video-process-'));
  return { dataDir, remove: () => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }) };
}

/** The variables that give a program these parameters. */
export function environmentOf(configuration: Partial<VideoConfiguration>): Record<string, string> {
  const given = Object.entries(configuration).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    given.map(([key, value]) => [
      environmentName(parameters[key as keyof typeof parameters].name),
      String(value),
    ]),
  );
}

/** Starts the service on a migrated database and waits until it is ready; nothing is encoded. */
export async function startServiceProcess({
  databaseUrl,
  dataDir,
  rootPassword,
  env = {},
}: {
  databaseUrl: string;
  dataDir: string;
  rootPassword: string;
  /** Parameters besides. */
  env?: Record<string, string>;
}): Promise<ServiceProcess> {
  const { ENCODE_CONCURRENCY = '0' } = env;
  const { ffmpeg, ffprobe } = await (ENCODE_CONCURRENCY === '0' ? quickMediaTools() : encodingTools());
  const started = startProcess({
    command: process.execPath,
    args: [main],
    cwd: dataDir,
    env: {
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      SERVER_PORT: '0',
      METRICS_PORT: '0',
      MEDIA_MIN_FREE: '0',
      ENCODE_CONCURRENCY,
      FFMPEG_PATH: ffmpeg,
      FFPROBE_PATH: ffprobe,
      ROOT_PASSWORD: rootPassword,
      DEFAULT_DC_COVERAGE: 'Example University - Town - Country',
      DEFAULT_DC_RIGHTS: 'https://creativecommons.org/licenses/by-nc-sa/4.0/',
      ...env,
    },
  });
  const [, url = ''] = await started.waitForOutput(/ready on (http:\/\/[\w.:]+)/);
  const [, metricsUrl = ''] = await started.waitForOutput(/metrics on (http:\/\/[\w.:]+)/);
  return Object.assign(started, { url, metricsUrl });
}
