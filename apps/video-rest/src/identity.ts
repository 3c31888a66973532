import path from 'node:path';
import { packageVersion } from '@campus/service';
import { configurationSource, loadVideoConfiguration } from './config.ts';

const repositoryRoot = path.resolve(import.meta.dirname, '../../..');

/** What the programs of this service go by. */
export const identity = {
  workspace: 'apps/video-rest',
  version: packageVersion(path.resolve(import.meta.dirname, '..')),
  repositoryRoot,
  /** Name of the embedded database. */
  database: 'video_rest',
  migrations: path.join(repositoryRoot, 'prisma/video-rest/migrations'),
  configurationSource,
  loadConfiguration: loadVideoConfiguration,
};
