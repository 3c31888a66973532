const kept = new Map<string, unknown>();

/**
 * What all test files of one worker share: made for the first that asks, there until the worker ends. For what costs more
 * to make than to keep, and is the same for everybody.
 */
export function keptByWorker<T>(name: string, make: () => T): T {
  if (!kept.has(name)) kept.set(name, make());
  return kept.get(name) as T;
}
