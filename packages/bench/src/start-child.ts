import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { nodeEnvironment } from '@campus/testing';

export interface RunningServer {
  /** Base URL, such as `http://127.0.0.1:40001`. */
  url: string;
  pid: number;
  stop(): Promise<void>;
}

/**
 * Starts a server as a process of its own, which says `{ url }` over its channel when it is ready and ends when
 * the channel closes. What it writes to standard output is dropped, errors are shown.
 *
 * @param options.message   sent to it first
 * @param options.env       its whole environment, beside where compiled modules are kept
 * @param options.execArgv  for Node
 */
export async function startChild(
  file: string,
  { message, env, execArgv = [] }: { message?: string; env: Record<string, string>; execArgv?: string[] },
): Promise<RunningServer> {
  const child = fork(file, [], {
    env: { ...nodeEnvironment, ...env },
    execArgv,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  if (message !== undefined) child.send(message);
  const url = await readyUrl(child, file);
  const { pid } = child;
  if (pid === undefined) throw new Error(`${file} has no process`);
  return {
    url,
    pid,
    async stop() {
      if (hasEnded(child)) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

async function readyUrl(child: ChildProcess, file: string): Promise<string> {
  const heard = new AbortController();
  const ready = once(child, 'message', heard).then(([said]: unknown[]) => said);
  const end = once(child, 'exit', heard).then(() => undefined);
  const said = await Promise.race([ready, end]);
  heard.abort();
  await Promise.allSettled([ready, end]);
  if (typeof said === 'object' && said !== null && 'url' in said && typeof said.url === 'string')
    return said.url;
  throw new Error(`${file} ended before it was ready`);
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}
