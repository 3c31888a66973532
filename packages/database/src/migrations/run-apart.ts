import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';

/**
 * Runs a program about migrations as a child process, and waits for its end: Prisma's schema engine is good for one use
 * per process.
 *
 * @param options.program  its file
 * @param options.url      of the database, which the program finds in DATABASE_URL
 */
export async function runApart(options: {
  program: string;
  url: string;
  args: string[];
  onLine: (line: string) => void;
}): Promise<{ status: number | null; errors: string }> {
  const child = spawn(process.execPath, [options.program, ...options.args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    // Not in argv, which ps shows. The rest goes along: certificates and PG* settings count there too.
    env: { ...process.env, DATABASE_URL: options.url },
  });
  createInterface({ input: child.stdout }).on('line', options.onLine);
  const [errors] = await Promise.all([text(child.stderr), once(child, 'close')]);
  const ending = child.signalCode ? `the migration process was ended by ${child.signalCode}` : '';
  return { status: child.exitCode, errors: errors.trim() || ending };
}
