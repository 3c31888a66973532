import type { Request } from 'express';
import { absoluteAddress } from './absolute-address.ts';

/**
 * One page of a list that goes on after its last row, so that rows which arrive meanwhile neither move nor
 * repeat anything.
 *
 * @param cursorOf  what `before` must be for the rows after this one
 * @returns `before` for the following page, null on the last
 */
export async function cutPage<Row>(
  read: (limit: number) => Promise<Row[]>,
  { size, cursorOf }: { size: number; cursorOf: (row: Row) => string },
): Promise<{ results: Row[]; before: string | null }> {
  // One more than a page tells whether there is a next one, without counting.
  const found = await read(size + 1);
  const results = found.slice(0, size);
  const last = results.at(-1);
  return { results, before: found.length <= size || last === undefined ? null : cursorOf(last) };
}

/** A page with the address of the following one, with the same filters; null on the last. */
export async function pageOf<Row>(
  read: (limit: number) => Promise<Row[]>,
  {
    deps,
    request,
    ...page
  }: {
    deps: { baseUrl: string | undefined };
    request: Request;
    size: number;
    cursorOf: (row: Row) => string;
  },
): Promise<{ results: Row[]; next: string | null }> {
  const { results, before } = await cutPage(read, page);
  if (before === null) return { results, next: null };
  const next = new URL(absoluteAddress(deps, request, request.originalUrl));
  next.searchParams.set('before', before);
  return { results, next: next.href };
}
