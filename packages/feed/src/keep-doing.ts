/**
 * Does something again and again, whatever comes of it, with a pause after each time.
 *
 * @returns what stops it: its signal aborts, and what is under way is waited for
 */
export function keepDoing(
  work: (signal: AbortSignal) => Promise<void>,
  { everyMs, onError }: { everyMs: number; onError: (error: unknown) => void },
): () => Promise<void> {
  let doing: Promise<void> = Promise.resolve();
  const over = new AbortController();
  const { signal } = over;
  let timer = setTimeout(pass, everyMs).unref();
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
