/**
 * Does something for all who ask at the same time: who comes while it is done waits for the next time, which is one for all
 * of them.
 */
export function inOneGo(work: () => Promise<void>): () => Promise<void> {
  let current: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  const begin = () => {
    next = undefined;
    current = work();
    return current;
  };
  return () => {
    next ??= current.then(begin, begin);
    return next;
  };
}
