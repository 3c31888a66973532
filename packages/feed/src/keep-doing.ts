/**
 * Does something again and again, whatever comes of it, with a pause before each time.
 *
 * @param how.isAtOnce  there is none before the first
 * @returns what stops it: its signal aborts, and what is under way is waited for
 */
export function keepDoing(
  work: (signal: AbortSignal) => Promise<void>,
  how: { everyMs: number; isAtOnce?: boolean; onError: (error: unknown) => void },
): () => Promise<void> {
  const { everyMs, isAtOnce = false, onError } = how;
  let doing: Promise<void> = Promise.resolve();
  const over = new AbortController();
  const { signal } = over;
  let timer = setTimeout(pass, isAtOnce ? 0 : everyMs).unref();
  return async () => {
    over.abort();
    clearTimeout(timer);
    await doing;
  };

  function pass(): void {
    doing = work(signal)
      .catch(onError)
      .finally(() => {
        if (!signal.aborted) timer = setTimeout(pass, everyMs).unref();
      });
  }
}
