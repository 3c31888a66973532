import type { InstancePlaces } from '@campus/database/commands';
import { loadVideoConfiguration } from '../config.ts';
import { instance, repositoryRoot } from '../instance.ts';

/**
 * Where the database of this service is, for commands that work on it as a whole.
 *
 * @throws ConfigurationError
 */
export function instancePlaces(env: NodeJS.ProcessEnv): InstancePlaces {
  const { databaseUrl: url, dataDir } = loadVideoConfiguration({
    env,
    // npm runs a workspace's script in its folder; people mean where they typed the command.
    workingDirectory: env.INIT_CWD ?? process.cwd(),
    repositoryRoot,
  });
  return { url, dataDir, ...instance };
}
