import type { Request } from 'express';

/** The absolute address of a path of ours, as callers reach it: by `server.base-url`, else as they called. */
export function absoluteAddress(
  { baseUrl }: { baseUrl: string | undefined },
  request: Request,
  path: string,
): string {
  return `${baseUrl ?? `${request.protocol}://${request.host}`}${path}`;
}
