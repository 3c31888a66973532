import type { Request } from 'express';
import { absoluteAddress } from './absolute-address.ts';

/**
 * One page of a list that goes on after its last row, so that rows which arrive meanwhile neither move nor
 * repeat anything; `next` is the address of the following page with the same filters, null on the last.
 *
 * @param cursorOf  what `before` must be for the rows after this one
 */
export async function pageOf<Row>(
  read: (limit: number) => Promise<Row[]>,
  {
    deps,
    request,
    size,
    cursorOf,
  }: {
    deps: { baseUrl: string | undefined };
    request: Request;
    size: number;
    cursorOf: (row: Row) => string;
  },
): Promise<{ results: Row[]; next: string | null }> {
  // One more than a page tells whether there is a next one, without counting.
  const found = await read(size + 1);
  const results = found.slice(0, size);
  const last = results.at(-1);
  if (found.length <= size || last === undefined) return { results, next: null };
  const next = new URL(absoluteAddress(deps, request, request.originalUrl));
  next.searchParams.set('before', cursorOf(last));
  return { results, next: next.href };
}
