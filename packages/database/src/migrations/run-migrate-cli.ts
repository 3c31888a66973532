import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const cli = fileURLToPath(new URL('../migrate-cli.ts', import.meta.url));

/** Runs the migration command as a child process and waits for its end. */
export async function runMigrateCli(options: {
  url: string;
  args: string[];
  onLine: (line: string) => void;
}): Promise<{ status: number | null; errors: string }> {
  const child = spawn(process.execPath, [cli, ...options.args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    // Not in argv, which ps shows. The rest goes along: certificates and PG* settings count there too.
    env: { ...process.env, DATABASE_URL: options.url },
  });
  createInterface({ input: child.stdout }).on('line', options.onLine);
  const [errors] = await Promise.all([text(child.stderr), once(child, 'close')]);
  const ending = child.signalCode ? `the migration process was ended by ${child.signalCode}` : '';
  return { status: child.exitCode, errors: errors.trim() || ending };
}
