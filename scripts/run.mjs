/**
 * The one command that a fresh clone needs, with nothing but Node >= 20.19 and npm:
 *
 *     node scripts/run.mjs start [service]       everything, or one service of apps/
 *     node scripts/run.mjs test                  the suites whose inputs have changed; in CI all of them
 *     node scripts/run.mjs test --all            all of them
 *     node scripts/run.mjs test <jest args>      likewise test:system, test:slow, bench:smoke; test:ci is all but the slow
 *     node scripts/run.mjs node <file> [args]    a file of ours
 *
 * It installs when the lockfile asks for it, generates the database clients, and runs the command on the pinned
 * Node 24. Written for Node's own modules alone, since it runs before anything is installed.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { forwardSignals, runChild } from './child.mjs';
import { findNode } from './find-node.mjs';
import { generateClients } from './generate-clients.mjs';
import { install } from './install.mjs';
import { withLock } from './lock.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const jest = 'node_modules/jest/bin/jest.js';
/** V8 keeps 8 MB for new objects instead of up to 128: docs/performance.md "Start, and memory at rest". */
const nodeOptions = { NODE_OPTIONS: `--max-semi-space-size=4 ${process.env.NODE_OPTIONS ?? ''}`.trim() };
const usage =
  'usage: node scripts/run.mjs start [service] | test | test:ci | test:system | test:slow | bench:smoke | node <file> ...';

/** What to run on Node 24 for a command line, or undefined when there is no such command. */
function planRun(command, args) {
  const plan = (nodeArgs, env = {}) => ({ nodeArgs, env });
  switch (command) {
    case 'start':
      return plan(args.length === 0 ? ['scripts/start.ts'] : startService(args), nodeOptions);
    case 'test':
      if (args.length === 0 && !process.env.CI) return plan(['test/changed-suites.mjs']);
      return plan([jest, ...args.filter((arg) => arg !== '--all')], { SUITE: 'test' });
    case 'test:ci':
      return plan([jest, ...args], { SUITE: 'ci' });
    case 'test:system':
      return plan([jest, ...args], { SUITE: 'system' });
    case 'test:slow':
      return plan([jest, ...args], { SUITE: 'slow' });
    case 'bench:smoke':
      return plan([jest, ...args], { SUITE: 'bench' });
    case 'node':
      return args.length > 0 ? plan(args) : undefined;
    default:
      return undefined;
  }
}

function startService([service, ...args]) {
  const main = join('apps', service, 'src/main.ts');
  if (!existsSync(join(root, main))) throw new Error(`There is no service "${service}": ${main} is missing.`);
  return [main, ...args];
}

async function main() {
  const [command, ...args] = process.argv.slice(2);
  const plan = planRun(command, args);
  if (!plan) {
    console.error(usage);
    return 64;
  }
  await withLock(join(root, '.install.lock'), async () => {
    await install(root);
    await generateClients(root);
  });
  return runChild(findNode(root), plan.nodeArgs, {
    cwd: root,
    // Measured: half the processor time of a start, and 20 MB less memory.
    env: { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node-compile'), ...process.env, ...plan.env },
    // The channel tells the child when this process is gone, even by SIGKILL.
    stdio: command === 'start' ? ['inherit', 'inherit', 'inherit', 'ipc'] : 'inherit',
  });
}

forwardSignals();
try {
  process.exit(await main());
} catch (error) {
  console.error(error.message);
  process.exit(error.exitCode ?? 1);
}
