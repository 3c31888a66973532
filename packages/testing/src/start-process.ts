import { type ChildProcess, spawn } from 'node:child_process';
import { type CollectedOutput, collectOutput } from './collect-output.ts';
import { killOnExit } from './kill-on-exit.ts';
import { nodeEnvironment } from './node-environment.ts';

/** How a process ended: one of the two is null. */
export interface ProcessEnd {
  code: number | null;
  signal: NodeJS.Signals | null;
}

export interface StartedProcess {
  child: ChildProcess;
  /** What it wrote so far, standard output and standard error as they came. */
  output: CollectedOutput['text'];
  /** The first match in what it wrote, earlier or from now on; fails when the process ends first. */
  waitForOutput: CollectedOutput['waitFor'];
  /** Signals the process alone; resolves when it has ended. */
  kill(signal?: NodeJS.Signals): Promise<ProcessEnd>;
  /** Signals the process and all that it started, as Ctrl-C on a terminal does; resolves when it has ended. */
  killGroup(signal?: NodeJS.Signals): Promise<ProcessEnd>;
  /** Resolves when it has ended, with all of its output there. */
  exited: Promise<ProcessEnd>;
  /** SIGKILL to whatever is left of it and of what it started; for `afterEach`. */
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Starts a real process for a test, in a process group of its own.
 *
 * Nothing of it outlives the test process: the group is killed when the test process exits. A test file should
 * still end what it started (`await using`, or `afterEach`). What leaves the group (the embedded PostgreSQL does)
 * has its own ways to end with its parent.
 *
 * @param options.env variables in addition to those of the test process; `undefined` takes one away
 */
export function startProcess(options: {
  command: string;
  args?: string[];
  env?: Record<string, string | undefined>;
  cwd?: string;
}): StartedProcess {
  const child = spawn(options.command, options.args ?? [], {
    cwd: options.cwd,
    env: { ...process.env, ...nodeEnvironment, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const forget = killOnExit(() => killGroupOf(child, 'SIGKILL'));
  const output = collectOutput(child);
  const exited = new Promise<ProcessEnd>((resolve, reject) => {
    child.once('error', reject);
    // What it has written last is read with the next turn of the loop.
    child.once('exit', (code, signal) => setImmediate(() => setImmediate(resolve, { code, signal })));
  });
  // Whoever waits for it hears of a program that is not there; nobody has to.
  exited.catch(() => {});

  return {
    child,
    output: output.text,
    waitForOutput: output.waitFor,
    exited,
    kill(signal = 'SIGTERM') {
      child.kill(signal);
      return exited;
    },
    killGroup(signal = 'SIGTERM') {
      killGroupOf(child, signal);
      return exited;
    },
    async [Symbol.asyncDispose]() {
      killGroupOf(child, 'SIGKILL');
      await exited.catch(() => {});
      forget();
    },
  };
}

function killGroupOf(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    // Nothing is left of the group.
  }
}
