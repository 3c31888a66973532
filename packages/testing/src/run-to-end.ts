import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { nodeEnvironment } from './node-environment.ts';

/** What a program said, and its exit status. */
export interface ProgramRun {
  status: number | null;
  output: string;
  errors: string;
}

/** Runs a program of Node as a process of its own, with nothing in its environment but this, to its end. */
export async function runToEnd(
  program: string,
  args: string[],
  env: Record<string, string | undefined>,
): Promise<ProgramRun> {
  const child = spawn(process.execPath, [program, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, ...nodeEnvironment, ...env },
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const [output, errors, status] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { status, output, errors };
}
