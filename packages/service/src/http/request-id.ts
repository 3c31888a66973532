import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** What the log calls a request: its `X-Request-Id` when that is harmless there, else its trace, else a new name. */
export function requestId(
  request: IncomingMessage,
  response: ServerResponse,
  traceId: string | undefined,
): string {
  const given = request.headers['x-request-id'];
  const isHarmless = typeof given === 'string' && /^[\w.:-]{1,100}$/.test(given);
  const id = isHarmless ? given : (traceId ?? randomUUID());
  response.setHeader('X-Request-Id', id);
  return id;
}

/**
 * The trace of a valid `traceparent`; undefined without one.
 *
 * @see https://www.w3.org/TR/trace-context/#traceparent-header
 */
export function traceIdOf({ headers }: IncomingMessage): string | undefined {
  const given = headers.traceparent;
  if (typeof given !== 'string') return undefined;
  const [, version, traceId, parentId, more] =
    /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-[\da-f]{2}(-.*)?$/.exec(given) ?? [];
  // Versions to come may add something at the end; ff is none of them. All zeros name nothing.
  if (version === undefined || version === 'ff' || (version === '00' && more !== undefined)) return undefined;
  return isZero(traceId) || isZero(parentId) ? undefined : traceId;
}

function isZero(id = ''): boolean {
  return /^0*$/.test(id);
}
