import type { Call } from './fault.ts';
import type { FaultBook } from './fault-book.ts';

// biome-ignore lint/suspicious/noExplicitAny: functions of Node are wrapped whatever they take
export type Callable = (this: any, ...args: any[]) => any;

/** What has them as its properties. */
export type Functions = Record<string, Callable>;

/** What functions ask of the system, by their names, one thing after the other. */
export type Asked = Readonly<Record<string, readonly Call[]>>;

/** A function that fails when `failureOf` its arguments says so. */
export type Wrap = (
  original: Callable,
  failureOf: (args: unknown[]) => NodeJS.ErrnoException | undefined,
) => Callable;

/**
 * Puts others in the place of functions.
 *
 * @param options.kindOf  what a call is by its arguments
 * @returns puts those back that were there
 */
export function wrapFunctions(
  book: FaultBook,
  functions: Functions,
  {
    asked,
    wrap,
    kindOf = (call) => call,
  }: { asked: Asked; wrap: Wrap; kindOf?: (call: Call, args: unknown[]) => Call },
): () => void {
  const originals: Functions = {};
  for (const [name, calls] of Object.entries(asked)) {
    const original = functions[name];
    if (original === undefined) continue;
    const wrapped = wrap(original, (args) => {
      for (const call of calls) {
        const syscall = calls.length > 1 ? call : name.replace(/Sync$/, '');
        const error = book.failureOf(kindOf(call, args), syscall, args[0]);
        if (error !== undefined) return error;
      }
      return undefined;
    });
    // Where `util.promisify` finds the form of some.
    Object.defineProperties(wrapped, Object.getOwnPropertyDescriptors(original));
    originals[name] = original;
    functions[name] = wrapped;
  }
  return () => void Object.assign(functions, originals);
}

/** One that answers by its last argument. */
export const callingBack: Wrap = (original, failureOf) =>
  function (...args) {
    const done = args.at(-1);
    const error = typeof done === 'function' ? failureOf(args) : undefined;
    if (error === undefined) return original.apply(this, args);
    setImmediate(done, error);
  };

/** One that throws, or rejects. */
export const throwing: Wrap = (original, failureOf) =>
  function (...args) {
    const error = failureOf(args);
    if (error !== undefined) throw error;
    return original.apply(this, args);
  };
