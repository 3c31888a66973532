import type { Request } from 'express';
import type { Page } from '../../data/page.ts';

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

/** Where callers reach the service. */
export interface BaseAddress {
  /** Without a slash at the end; undefined: as they called it. */
  baseUrl: string | undefined;
}

/**
 * The absolute address of a path of ours, as callers reach it: by `server.base-url`, else as they called. Whoever calls
 * without naming a host, as HTTP/1.0 has it, gets the path alone.
 */
export function absoluteAddress({ baseUrl }: BaseAddress, request: Request, path: string): string {
  // Express gives undefined as the host of HTTP/1.0, whatever its types say.
  const { protocol, host }: { protocol: string; host: string | undefined } = request;
  const asCalled = host === undefined ? '' : `${protocol}://${host}`;
  return `${baseUrl ?? asCalled}${path}`;
}
