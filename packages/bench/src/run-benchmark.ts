import { OperatorError } from '@campus/config';
import { UsageError } from './usage-error.ts';

/** What a benchmark runs with. */
export interface Bench {
  /** Aborted when it is to stop. */
  signal: AbortSignal;
  /** Gets what undoes each step, as soon as the step is done; run backwards at the end, however it ends. */
  closing: (() => Promise<unknown>)[];
  /** Tells people what is going on, a line at a time. */
  say(line: string): void;
}

/**
 * The program around a benchmark: takes signals, undoes everything, tells errors, and ends the process.
 *
 * @param usage  shown after a command line that cannot be used
 * @param run    resolves with what goes to standard output
 */
export async function runBenchmark(usage: string, run: (bench: Bench) => Promise<string>): Promise<never> {
  const stopping = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => stopping.abort());
  const closing: Bench['closing'] = [];
  const say = (line: string) => void process.stderr.write(`${line}\n`);
  try {
    try {
      process.stdout.write(await run({ signal: stopping.signal, closing, say }));
    } finally {
      for (const close of closing.reverse()) await close();
    }
  } catch (error) {
    process.exitCode = error instanceof UsageError ? 64 : 1;
    if (error instanceof UsageError) say(`${error.message}\n\n${usage.trimEnd()}`);
    // Ctrl-C also reaches the servers: whatever fails then fails because of it.
    else if (stopping.signal.aborted) say('\nStopped; everything that was started is gone.');
    else if (error instanceof OperatorError) say(error.message);
    else throw error;
  }
  process.exit();
}
