/**
 * Does something for all who ask at the same time: who comes while it is done waits for the next time, which is one for all
 * of them.
 */
export function inOneGo<Answer>(work: () => Promise<Answer>): () => Promise<Answer> {
  let current: Promise<unknown> = Promise.resolve();
  let next: Promise<Answer> | undefined;
  const begin = () => {
    next = undefined;
    const begun = work();
    current = begun;
    return begun;
  };
  return () => {
    next ??= current.then(begin, begin);
    return next;
  };
}

/** Does something once at a time: who comes while it is done shares what comes of it. */
export function oneAtATime<Answer>(work: () => Promise<Answer>): () => Promise<Answer> {
  let current: Promise<Answer> | undefined;
  return () => {
    current ??= work().finally(() => {
      current = undefined;
    });
    return current;
  };
}
