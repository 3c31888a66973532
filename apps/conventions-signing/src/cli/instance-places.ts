import type { InstancePlaces } from '@campus/database/programs';
import { instance } from '../instance.ts';
import { readConfiguration } from '../open-process.ts';

/**
 * Where the database of this service is, for commands that work on it as a whole.
 *
 * @throws ConfigurationError
 */
export function instancePlaces(env: NodeJS.ProcessEnv): InstancePlaces {
  const { databaseUrl: url, dataDir } = readConfiguration(env, { isBeside: true });
  return { url, dataDir, ...instance };
}
