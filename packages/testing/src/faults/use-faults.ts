import { afterAll, beforeAll } from '@jest/globals';
import { failCalls } from './fail-calls.ts';
import type { Fault, Report } from './fault.ts';
import { openFaultBook } from './fault-book.ts';

/** The calls that this process makes of the system, what it tests among them, for the tests of a file. */
export function useFaults(): { begin(fault: Fault): void; end(): Report } {
  const book = openFaultBook();
  let restore: (() => void) | undefined;
  beforeAll(async () => {
    restore = await failCalls(book);
  });
  afterAll(() => restore?.());
  return { begin: (fault) => void book.begin(fault), end: () => book.begin(null) };
}
