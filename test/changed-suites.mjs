/**
 * `npm test` by hand: the suites of the workspaces whose inputs, which stand in `turbo.json`, have changed since they
 * passed, one after the other on one database server.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import setUp from './global-setup.mjs';
import tearDown from './global-teardown.mjs';

const tasks = ['test', 'test:root'];
const options = [
  '--concurrency=1',
  '--continue',
  '--env-mode=loose',
  '--output-logs=new-only',
  '--log-prefix=none',
];

await setUp();
try {
  const env = { ...process.env, SUITES_SHARE_SERVER: '1' };
  const turbo = spawn('node_modules/.bin/turbo', ['run', ...tasks, ...options], { stdio: 'inherit', env });
  const [code] = await once(turbo, 'exit');
  process.exitCode = code ?? 1;
} finally {
  await tearDown();
}
