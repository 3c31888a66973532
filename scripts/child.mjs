import { spawn } from 'node:child_process';
import { constants } from 'node:os';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** The child process that runs now, with the signal that ends it if not the one received; there is never more than one. */
let current;
/** The first signal that asked this process to end. */
let asked;

/**
 * From now on a signal to this process goes to the running child, and this process ends after it.
 *
 * Ctrl-C is not passed on: the terminal has sent it to the child already, and twice would look like impatience.
 */
export function forwardSignals() {
  for (const signal of signals) {
    process.on(signal, () => {
      asked ??= signal;
      const fromTerminal = signal === 'SIGINT' && process.stdin.isTTY;
      if (current?.endsBy) current.child.kill(current.endsBy);
      else if (!fromTerminal) current?.child.kill(signal);
    });
  }
}

/** Ends the step under way when a signal has asked for the end. */
export function endWhenAsked() {
  if (asked) throw Object.assign(new Error(`ended by ${asked}`), { exitCode: codeOf(asked) });
}

/**
 * Runs one child process to its end. `options` are those of Node's `spawn`, `onOutput`, which gets what the child
 * writes where its streams are pipes, and `endsBy`, the signal that ends it whichever one this process got.
 *
 * @returns {Promise<number>} its exit code, as a shell would report it
 */
export async function runChild(command, args, { onOutput, endsBy, ...options }) {
  endWhenAsked();
  const child = spawn(command, args, options);
  current = { child, endsBy };
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', onOutput);
  try {
    return await new Promise((resolve, reject) => {
      child.once('error', (error) => reject(new Error(`${command} could not be run: ${error.message}`)));
      child.once('close', (code, signal) => resolve(code ?? codeOf(signal)));
    });
  } finally {
    current = undefined;
  }
}

function codeOf(signal) {
  return 128 + constants.signals[signal];
}
