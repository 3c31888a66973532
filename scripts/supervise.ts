import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

export const repositoryRoot = path.resolve(import.meta.dirname, '..');

/** A program that runs beside this one and ends with it. */
export interface Running {
  /** Where it listens, as it told itself. */
  url: string;
  /** Asks it to stop and waits until it has. */
  stop(): Promise<void>;
  /** Resolves with its name and how it ended, whoever ended it. */
  ended: Promise<string>;
}

/**
 * Starts one of our programs and waits until it says that it is ready.
 *
 * It writes to this terminal and holds an IPC channel to this process: when this process goes, however it
 * goes, the channel closes and the program stops by itself.
 *
 * @throws Error  with the name of the program, when it ends before it is ready
 */
export async function startProgram(
  name: string,
  { script, env }: { script: string; env: NodeJS.ProcessEnv },
): Promise<Running> {
  const child = spawn(process.execPath, [path.join(repositoryRoot, script)], {
    cwd: repositoryRoot,
    env,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit').then(
    ([code, signal]) => `${name} ended (${signal ?? `exit code ${code}`})`,
  );
  const ready = await Promise.race([isReady(child), ended]);
  if (typeof ready === 'string') throw new Error(ready);
  return {
    url: ready.url,
    ended,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

function isReady(child: ChildProcess): Promise<{ url: string }> {
  return new Promise((resolve) => {
    child.on('message', (message) => {
      if (typeof message === 'object' && 'url' in message && typeof message.url === 'string')
        resolve({ url: message.url });
    });
  });
}
