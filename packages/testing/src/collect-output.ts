import type { ChildProcess } from 'node:child_process';

export interface CollectedOutput {
  /** Everything so far, standard output and standard error as they came. */
  text(): string;
  /**
   * The first match, earlier or from now on.
   *
   * @throws Error with the output, when the process ends first or the time is up
   */
  waitFor(pattern: RegExp, options?: { timeoutMs?: number }): Promise<RegExpExecArray>;
}

/** Keeps what a child process writes, and lets a test wait for a part of it. */
export function collectOutput(child: ChildProcess): CollectedOutput {
  let text = '';
  let ending: string | undefined;
  const waiting = new Set<() => void>();
  const lookAgain = () => {
    for (const look of waiting) look();
  };
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (part: string) => {
      text += part;
      lookAgain();
    });
  }
  child.once('error', (error) => {
    ending ??= error.message;
    lookAgain();
  });
  // 'close' comes after the last of the output, 'exit' may come before it.
  child.once('close', (code, signal) => {
    ending ??= `the process ended (${code ?? signal})`;
    lookAgain();
  });

  return {
    text: () => text,
    waitFor(pattern, { timeoutMs = 120_000 } = {}) {
      const stateless = new RegExp(pattern.source, pattern.flags.replace(/[gy]/g, ''));
      const { promise, resolve, reject } = Promise.withResolvers<RegExpExecArray>();
      const fail = (why: string) => reject(new Error(`${why} before ${pattern}; its output:\n${text}`));
      const look = () => {
        const match = stateless.exec(text);
        if (match) resolve(match);
        else if (ending !== undefined) fail(ending);
      };
      const timer = setTimeout(() => fail(`${timeoutMs} ms passed`), timeoutMs);
      waiting.add(look);
      look();
      return promise.finally(() => {
        clearTimeout(timer);
        waiting.delete(look);
      });
    },
  };
}
