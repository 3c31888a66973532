/** `npm run config -w apps/conventions-signing`: the parameters of the service, what is in force, and where it is set. */
import path from 'node:path';
import { runConfigCommand } from '@campus/config';
import { configurationSource, describeSigningConfiguration } from '../config.ts';

const places = {
  env: process.env,
  // npm runs a workspace's script in its folder; people mean where they typed the command.
  workingDirectory: process.env.INIT_CWD ?? process.cwd(),
  repositoryRoot: path.resolve(import.meta.dirname, '../../../..'),
};

process.exitCode = runConfigCommand({
  workspace: 'apps/conventions-signing',
  args: process.argv.slice(2),
  source: configurationSource(places),
  describe: () => describeSigningConfiguration(places),
});
