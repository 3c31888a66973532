import { spawn } from 'node:child_process';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { nodeEnvironment } from '@campus/testing';
import { repositoryRoot } from './start-demo.ts';

export interface CommandRun {
  status: number | null;
  output: string;
  errors: string;
}

/** Runs a command of a service (a file of its `src/cli`) as its npm script does, as a process of its own. */
export async function runCommand(
  service: 'conventions-signing' | 'video-rest',
  [command = '', ...args]: string[],
  env: Record<string, string | undefined>,
): Promise<CommandRun> {
  const program = path.join(repositoryRoot, 'apps', service, 'src/cli', `${command}.ts`);
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
