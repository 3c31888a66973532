import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { nodeEnvironment } from '@campus/testing';

/** Runs a program of `src/cli` as a process of its own, as its npm script does, with `input` on standard input. */
export async function runProgram(
  name: string,
  args: readonly string[],
  { env, input = '' }: { env: Record<string, string>; input?: string },
): Promise<{ status: number | null; output: string; errors: string }> {
  const program = path.resolve(import.meta.dirname, `../../src/cli/${name}.ts`);
  const child = spawn(process.execPath, [program, ...args], {
    cwd: tmpdir(),
    env: { PATH: process.env.PATH, ...nodeEnvironment, ...env },
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  // A program that does not read its input may have ended before it came.
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const [output, errors, status] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { status, output, errors };
}
