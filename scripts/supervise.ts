import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type FileHandle, mkdir, open, readFile } from 'node:fs/promises';
import path from 'node:path';

export const repositoryRoot = path.resolve(import.meta.dirname, '..');

/** Programs of ours that run beside this one and end with it. */
export interface Supervisor {
  /**
   * Starts one of our programs and waits until it says that it is ready.
   *
   * It holds an IPC channel to this process: when this process goes, however it goes, the channel closes and the
   * program stops by itself.
   *
   * @param program.log  a file that what it writes is added to; this terminal without one
   * @returns where it listens, as it told itself
   * @throws Error  with the name of the program, when it ends before it is ready
   */
  start(name: string, program: { script: string; env: NodeJS.ProcessEnv; log?: string }): Promise<string>;
  /** Resolves with the name of the first that ends, how it ended, and its last words where they stand in a file. */
  firstEnd: Promise<string>;
  /** Aborts when everything is to stop; for work besides the programs. */
  stopping: AbortSignal;
  /** Asks all to stop, those that are still starting too, and waits until they have; nothing starts any more. */
  stopAll(): Promise<void>;
}

export function createSupervisor(): Supervisor {
  const running: { child: ChildProcess; ended: Promise<string> }[] = [];
  const controller = new AbortController();
  const firstEnd = Promise.withResolvers<string>();
  let stopped: Promise<void> | undefined;

  return {
    firstEnd: firstEnd.promise,
    stopping: controller.signal,
    async start(name, { script, env, log }) {
      await using file = log === undefined ? undefined : await openLog(log);
      controller.signal.throwIfAborted();
      const output = file?.fd ?? 'inherit';
      const child = spawn(process.execPath, [path.join(repositoryRoot, script)], {
        cwd: repositoryRoot,
        env,
        stdio: ['ignore', output, output, 'ipc'],
      });
      const ended = once(child, 'exit').then(async ([code, signal]) => {
        const words = log === undefined ? '' : `\n${await lastWords(log)}`;
        return `${name} ended (${signal ?? `exit code ${code}`})${words}`;
      });
      running.push({ child, ended });
      ended.then(firstEnd.resolve);
      const ready = await Promise.race([isReady(child), ended]);
      if (typeof ready === 'string') throw new Error(ready);
      return ready.url;
    },
    stopAll() {
      controller.abort();
      stopped ??= stopInTurn();
      return stopped;
    },
  };

  /** The last to come is the first to go. */
  async function stopInTurn(): Promise<void> {
    for (const { child, ended } of running.toReversed()) {
      child.kill('SIGTERM');
      await ended;
    }
  }
}

async function openLog(file: string): Promise<FileHandle> {
  await mkdir(path.dirname(file), { recursive: true });
  return await open(file, 'a', 0o600);
}

/** Enough for a message about the configuration and the stack of an error. */
async function lastWords(log: string): Promise<string> {
  const lines = (await readFile(log, 'utf8')).trimEnd().split('\n');
  return [...lines.slice(-20), `More of it: ${log}`].join('\n');
}

function isReady(child: ChildProcess): Promise<{ url: string }> {
  return new Promise((resolve) => {
    child.on('message', (message) => {
      if (typeof message === 'object' && 'url' in message && typeof message.url === 'string')
        resolve({ url: message.url });
    });
  });
}
