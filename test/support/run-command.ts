import path from 'node:path';
import { type ProgramRun, runToEnd } from '@campus/testing';
import { repositoryRoot } from './start-demo.ts';

/** Runs a command of a service (a file of its `src/cli`) as its npm script does, as a process of its own. */
export function runCommand(
  service: 'conventions-signing' | 'video-rest',
  [command = '', ...args]: string[],
  env: Record<string, string | undefined>,
): Promise<ProgramRun> {
  return runToEnd(path.join(repositoryRoot, 'apps', service, 'src/cli', `${command}.ts`), args, env);
}
