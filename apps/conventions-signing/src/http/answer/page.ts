import type { Request } from 'express';
import type { Page } from '../../data/page.ts';
import { absoluteAddress, type BaseAddress } from './absolute-address.ts';

/** A page as it goes out: with the address of the following one, with the same filters; null on the last. */
export function withNext<Row>(
  { results, before }: Page<Row>,
  { deps, request }: { deps: BaseAddress; request: Request },
): { results: Row[]; next: string | null } {
  if (before === null) return { results, next: null };
  const [path = '', given] = request.originalUrl.split(/\?(.*)/s);
  const query = new URLSearchParams(given);
  query.set('before', before);
  return { results, next: absoluteAddress(deps, request, `${path}?${query}`) };
}
