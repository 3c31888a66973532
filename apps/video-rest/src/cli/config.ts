/** `npm run config -w apps/video-rest`: the parameters of the service, what is in force, and where it is set. */
import path from 'node:path';
import { runConfigCommand } from '@campus/config';
import { configurationSource, describeVideoConfiguration } from '../config.ts';

const places = {
  env: process.env,
  // npm runs a workspace's script in its folder; people mean where they typed the command.
  workingDirectory: process.env.INIT_CWD ?? process.cwd(),
  repositoryRoot: path.resolve(import.meta.dirname, '../../../..'),
};

process.exitCode = runConfigCommand({
  workspace: 'apps/video-rest',
  args: process.argv.slice(2),
  source: configurationSource(places),
  describe: () => describeVideoConfiguration(places),
});
