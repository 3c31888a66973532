/** `npm run migrate`: the migrations of every service, one after the other, with the same words for each. */
import { spawnSync } from 'node:child_process';
import { refuseSharedVariables } from './refuse-shared-variables.ts';
import { repositoryRoot } from './supervise.ts';

const services = ['conventions-signing', 'video-rest'];

try {
  refuseSharedVariables(process.env, { command: 'npm run migrate', services });
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(64);
}
for (const service of services) {
  process.stdout.write(`${service}:\n`);
  const args = [`apps/${service}/src/cli/migrate.ts`, ...process.argv.slice(2)];
  const { status } = spawnSync(process.execPath, args, { cwd: repositoryRoot, stdio: 'inherit' });
  // The worst of all: what cannot be done, before what is pending.
  if (status !== 0 && process.exitCode !== 1) process.exitCode = status ?? 1;
}
