import { join } from 'node:path';
import { endWhenAsked, runChild } from './child.mjs';
import { findNode } from './find-node.mjs';

/**
 * Generates the database clients (`apps/<app>/generated`) through turbo, which does nothing when no schema has changed.
 * Measured: 1.1 s, and 0.15 s when cached. What it writes is shown only when it fails.
 */
export async function generateClients(root) {
  const output = [];
  const env = { ...process.env, TURBO_TELEMETRY_DISABLED: '1', TURBO_NO_UPDATE_NOTIFIER: '1' };
  const args = [join(root, 'node_modules/turbo/bin/turbo'), 'run', 'generate'];
  const code = await runChild(findNode(root), args, {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    onOutput: (part) => output.push(part),
  });
  endWhenAsked();
  if (code === 0) return;
  process.stderr.write(Buffer.concat(output));
  throw new Error(
    'The database clients could not be generated (turbo run generate); the reason stands above.',
  );
}
