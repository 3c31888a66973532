import path from 'node:path';
import { packageVersion } from '@campus/service';
import { configurationSource, loadSigningConfiguration } from './config.ts';

const repositoryRoot = path.resolve(import.meta.dirname, '../../..');

/** What the programs of this service go by. */
export const identity = {
  workspace: 'apps/conventions-signing',
  version: packageVersion(path.resolve(import.meta.dirname, '..')),
  repositoryRoot,
  /** Name of the embedded database. */
  database: 'conventions_signing',
  migrations: path.join(repositoryRoot, 'prisma/conventions-signing/migrations'),
  configurationSource,
  loadConfiguration: loadSigningConfiguration,
};
