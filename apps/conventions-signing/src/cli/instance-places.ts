import type { InstancePlaces } from '@campus/database/commands';
import { loadSigningConfiguration } from '../config.ts';
import { instance, repositoryRoot } from '../instance.ts';

/**
 * Where the database of this service is, for commands that work on it as a whole.
 *
 * @throws ConfigurationError
 */
export function instancePlaces(env: NodeJS.ProcessEnv): InstancePlaces {
  // npm runs a workspace's script in its folder; people mean where they typed the command.
  const { databaseUrl: url, dataDir } = loadSigningConfiguration(
    { env, workingDirectory: env.INIT_CWD ?? process.cwd(), repositoryRoot },
    { isForService: false },
  );
  return { url, dataDir, ...instance };
}
