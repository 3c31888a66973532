/** Where a trace goes on, as another has told it. */
export interface TraceParent {
  traceId: string;
  spanId: string;
  isSampled: boolean;
}

/**
 * Reads a `traceparent`; undefined of none and of what is not valid.
 *
 * @see https://www.w3.org/TR/trace-context/#traceparent-header
 */
export function readTraceparent(given: unknown): TraceParent | undefined {
  if (typeof given !== 'string') return undefined;
  const [, version, traceId = '', spanId = '', flags = '', more] =
    /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/.exec(given) ?? [];
  // Versions to come may add something at the end; ff is none of them. All zeros name nothing.
  if (version === undefined || version === 'ff' || (version === '00' && more !== undefined)) return undefined;
  if (isZero(traceId) || isZero(spanId)) return undefined;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

function isZero(id: string): boolean {
  return /^0*$/.test(id);
}
