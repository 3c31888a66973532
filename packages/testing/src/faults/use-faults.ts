import { afterAll, beforeAll } from '@jest/globals';
import type { Fault, Report } from './fault.ts';
import { openFaultBook } from './fault-book.ts';

/** Of Node itself: what Jest gives in place of its modules changes nothing for production code. */
declare const importNatively: (url: string) => Promise<typeof import('./fail-calls.ts')>;

/** The calls that this process makes of the system, what it tests among them, for the tests of a file. */
export function useFaults(): { begin(fault: Fault): void; end(): Report } {
  const book = openFaultBook();
  let restore: (() => void) | undefined;
  beforeAll(async () => {
    const { failCalls } = await importNatively(new URL('./fail-calls.ts', import.meta.url).href);
    restore = await failCalls(book);
  });
  afterAll(() => restore?.());
  return { begin: (fault) => void book.begin(fault), end: () => book.begin(null) };
}
